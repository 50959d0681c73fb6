import { nameOf } from './schemas.mjs'

const natural = /^[1-9]\d*$/

/**
 * The fields of a trigger `rabbitmq` that the chart may use (KEDA 2.18, scalers, RabbitMQ Queue). The schema of a
 * ScaledObject takes any text, so a wrong one would fail in the cluster only. `host` comes from the secret of the trigger.
 */
const rabbitmq = {
  // Counts what a worker has in hand too. `amqp` does not, and would remove workers that work.
  protocol: /^http$/,
  mode: /^QueueLength$/,
  value: natural,
  queueName: /^registry-worker\.work\.[\w.-]+$/,
  vhostName: /^\/$/,
}

/** Faults of a ScaledObject that its schema cannot see. */
export function kedaFaults(object) {
  if (object.kind !== 'ScaledObject') return []
  const faults = []
  const { minReplicaCount, maxReplicaCount, triggers } = object.spec
  if (!(minReplicaCount >= 1)) faults.push('minReplicaCount is below 1: message queues and timers need a worker')
  if (!(maxReplicaCount >= minReplicaCount)) faults.push('maxReplicaCount is below minReplicaCount')
  for (const [index, { type, metadata, authenticationRef }] of triggers.entries()) {
    const at = `triggers[${index}]`
    if (type !== 'rabbitmq') faults.push(`${at}: the type is ${type}`)
    if (!authenticationRef) faults.push(`${at}: has no authenticationRef`)
    for (const key of new Set([...Object.keys(rabbitmq), ...Object.keys(metadata)])) {
      const value = metadata[key]
      if (!rabbitmq[key]) faults.push(`${at}: KEDA has no field ${key}`)
      else if (typeof value !== 'string') faults.push(`${at}: ${key} is not a text: quote it`)
      else if (!rabbitmq[key].test(value)) faults.push(`${at}: ${key} cannot be ${value}`)
    }
  }
  return faults.map((fault) => `${nameOf(object)}: ${fault}`)
}
