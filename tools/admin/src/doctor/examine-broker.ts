import { services, type ServiceName } from '@nameyard/contracts/operation'
import { readStatus } from '@nameyard/contracts/operators/read-status'
import { replicasOf } from '@nameyard/messaging/replicas'
import type { Operator } from '../operator'
import type { Demand, Finding } from './examine-database'

/** The oldest version of RabbitMQ that has what the queues need: docs/operate/rabbitmq.md. */
const OLDEST = [3, 10] as const

/** Milliseconds within which a service says how large its pool is. */
const ANSWER_MS = 5_000

/** Connections of a process beside its pool: the watch, and in a worker the session that is its identity. */
const beside = (service: string): number => (service === 'registry-worker' ? 2 : 1)

/** Examines the broker, and finds the connections to the database that the running services may open. */
export async function examineBroker(
  operator: Operator,
  poolHere: number,
): Promise<{ findings: Finding[]; demands: Demand[] }> {
  const what = 'broker'
  const { broker } = operator.connection
  if (broker === undefined) {
    const problem = 'cannot be reached: correct AMQP_URL, or start the broker.'
    return { findings: [{ what, value: 'no answer', problem }], demands: [] }
  }
  const demands = await Promise.all(
    services.map(async (service): Promise<Demand> => {
      const replicas = await replicasOf(operator.connection, service)
      const pool = replicas === 0 ? poolHere : await poolOf(operator, service).catch(() => poolHere)
      return { service, replicas, connections: pool + beside(service) }
    }),
  )
  const running = demands.filter(({ replicas }) => replicas > 0)
  return {
    findings: [{ what, value: broker, ...(isTooOld(broker) && { problem: 'is too old: RabbitMQ 3.10 is needed.' }) }],
    demands: running.length > 0 ? running : demandsOf(poolHere),
  }
}

/** The connections of one replica of each service, with the pool that is configured here. */
export const demandsOf = (pool: number): Demand[] =>
  services.map((service) => ({ service, replicas: 1, connections: pool + beside(service) }))

async function poolOf(operator: Operator, service: ServiceName): Promise<number> {
  const { gauges } = await operator.ask(readStatus(service), {}, ANSWER_MS)
  const limit = gauges.find(({ name }) => name === 'nameyard_database_connections_limit')?.value
  if (limit === undefined || limit === null) throw new Error(`${service} does not say how large its pool is`)
  return limit
}

function isTooOld(broker: string): boolean {
  const [, major, minor] = /^RabbitMQ (\d+)\.(\d+)/.exec(broker) ?? []
  if (major === undefined) return false
  return Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])
}
