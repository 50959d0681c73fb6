/** The package that has the model of a kind. */
const packageOf = (apiVersion) =>
  apiVersion.startsWith('keda.sh/')
    ? '@kubernetes-models/keda'
    : apiVersion.startsWith('gateway.networking.k8s.io/')
      ? '@kubernetes-models/gateway-api'
      : 'kubernetes-models'

/** The module that has the model of an object. */
export const modelOf = ({ apiVersion, kind }) => `${packageOf(apiVersion)}/${apiVersion}/${kind}`

export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`

/** Faults of objects by the schemas of their kinds: missing fields, wrong types and values. Unknown fields are none. */
export async function schemaFaults(objects) {
  const faults = []
  for (const object of objects) {
    const model = await import(modelOf(object)).catch(() => undefined)
    if (!model) {
      faults.push(`${nameOf(object)}: there is no ${object.kind} in ${object.apiVersion}`)
      continue
    }
    try {
      new model[object.kind](object).validate()
    } catch (error) {
      faults.push(`${nameOf(object)}: ${error.message}`)
    }
  }
  return faults
}
