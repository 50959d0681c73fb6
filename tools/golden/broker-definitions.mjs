import { listsOf } from '../house/rules/wire.mjs'
import { treeOf } from '../house/tree.mjs'

/**
 * Prints `docker/rabbitmq-definitions.json`: the exchanges, queues and bindings of the platform, and a user for each
 * program with the least permissions. They derive from the messages that the code publishes and consumes. The users have
 * no password yet, and so cannot log in.
 *
 * A user may write to the default exchange, because answers go through it, and so could reach every queue. Services
 * therefore take commands, events and the operator's requests only from the exchanges that are meant for them.
 * @param services the names of the services
 * @param messages the declared events and commands
 * @param topology the module of that name in libs/messaging
 */
export function brokerDefinitions(root, services, messages, topology) {
  const lists = listsOf(treeOf(root))
  const byId = new Map(messages.map((message) => [message.id, message]))
  const wire = (service) => {
    const { 'Events in': consumed, 'Events out': own } = lists(`apps/${service}`)
    const published = [...new Set([...own, ...lists('libs/outbox')['Events out']])]
    return { consumed: consumed.map((id) => byId.get(id)), published: published.map((id) => byId.get(id)) }
  }
  const { deadExchange, eventsExchange, inboxExchange, inboxKeys, operatorExchange, requestsExchange } = topology
  const vhost = '/'
  const exchange = (name, type) => ({
    name, vhost, type, durable: true, auto_delete: false, internal: false, arguments: {},
  }) // prettier-ignore
  const queue = (name, { arguments: given = {} } = {}) => ({
    name, vhost, durable: true, auto_delete: false, arguments: given,
  }) // prettier-ignore
  const binding = (source, destination, key) => ({
    source, vhost, destination, destination_type: 'queue', routing_key: key, arguments: {},
  }) // prettier-ignore

  const users = []
  const permissions = []
  const topicPermissions = []
  const allow = (party, { write, read = [], workKeys }) => {
    users.push({ name: userOf(party), password_hash: '', hashing_algorithm: 'rabbit_password_hashing_sha256', tags: [] })
    permissions.push({
      user: userOf(party), vhost,
      configure: workKeys ? `^${workKeys}` : '^$', write: anyOf(write), read: workKeys ? `${anyOf(read)}|^${workKeys}` : anyOf(read),
    }) // prettier-ignore
  }
  const allowKeys = (party, name, keys) =>
    topicPermissions.push({ user: userOf(party), vhost, exchange: name, write: anyOf(keys), read: '^$' })

  /** Only requests that name the party as their sender. */
  const allowRequests = (party) =>
    allowKeys(party, requestsExchange, services.map((service) => topology.requestKey(service, party)))

  for (const service of services) {
    const { published } = wire(service)
    const commands = published.filter(({ kind }) => kind === 'command')
    const targets = services.filter((each) => each !== service && commands.some((command) => command.service === each))
    allow(service, {
      write: ['amq.default', requestsExchange, eventsExchange, deadExchange, ...[service, ...targets].map(inboxExchange)],
      read: queuesOf(service, topology),
      // Its keys are the registry accounts, which operators add while it runs.
      ...(service === 'registry-worker' && { workKeys: topology.workQueue(service, '').replaceAll('.', '\\.') }),
    })
    const events = published.filter(({ kind }) => kind === 'event')
    allowKeys(service, eventsExchange, events.map(topology.eventKey))
    for (const target of targets) allowKeys(service, inboxExchange(target), [inboxKeys.commands])
    allowRequests(service)
  }
  allow('gateway', { write: ['amq.default', requestsExchange] })
  allowRequests('gateway')
  allow('admin', {
    write: ['amq.default', requestsExchange, operatorExchange, ...services.map(inboxExchange)],
    read: services.map(topology.deadQueue),
  })
  allowRequests('admin')

  const definitions = {
    users,
    vhosts: [{ name: vhost }],
    permissions,
    topic_permissions: topicPermissions,
    exchanges: [
      exchange(eventsExchange, 'topic'),
      exchange(deadExchange, 'direct'),
      exchange(requestsExchange, 'topic'),
      exchange(operatorExchange, 'direct'),
      ...services.map((service) => exchange(inboxExchange(service), 'topic')),
    ],
    queues: services.flatMap((service) => [
      queue(topology.rpcQueue(service)),
      queue(topology.operatorQueue(service)),
      queue(topology.commandsQueue(service), topology.durable(service)),
      queue(topology.eventsQueue(service), topology.durable(service)),
      queue(topology.deadQueue(service), topology.lasting),
      queue(topology.markQueue(service), topology.lasting),
    ]),
    bindings: services.flatMap((service) => [
      binding(requestsExchange, topology.rpcQueue(service), topology.requestsTo(service)),
      binding(operatorExchange, topology.operatorQueue(service), service),
      binding(inboxExchange(service), topology.commandsQueue(service), inboxKeys.commands),
      binding(inboxExchange(service), topology.eventsQueue(service), inboxKeys.events),
      binding(deadExchange, topology.deadQueue(service), service),
      ...wire(service)
        .consumed.filter(({ kind }) => kind === 'event')
        .map((event) => binding(eventsExchange, topology.eventsQueue(service), topology.eventKey(event))),
    ]),
  }
  return { file: 'docker/rabbitmq-definitions.json', text: `${JSON.stringify(definitions, null, 2)}\n` }
}

const userOf = (party) => `nameyard-${party}`

const queuesOf = (service, { rpcQueue, operatorQueue, commandsQueue, eventsQueue, deadQueue, markQueue }) =>
  [rpcQueue, operatorQueue, commandsQueue, eventsQueue, deadQueue, markQueue].map((queue) => queue(service))

/** A regular expression that matches these names and nothing else. */
const anyOf = (names) => (names.length === 0 ? '^$' : `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`)
