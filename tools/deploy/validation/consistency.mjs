import { nameOf } from './schemas.mjs'

/** Seconds within which `/readyz` and `/healthz` answer in any case (libs/runtime/src/health.ts). */
const ANSWER_SECONDS = 2

/** Seconds that a service may need for its drain. */
const DRAIN_SECONDS = 30

const ofKind = (objects, ...kinds) => objects.filter(({ kind }) => kinds.includes(kind))
const matches = (selector, labels) => Object.entries(selector).every(([name, value]) => labels?.[name] === value)
const podOf = ({ spec }) => spec.template

/** Faults between objects, and of settings that no schema knows: what would be accepted and then not work. */
export function consistencyFaults(objects) {
  const deployments = ofKind(objects, 'Deployment')
  return [
    ...twins(objects),
    ...ofKind(objects, 'Deployment', 'Job').flatMap((object) =>
      podFaults(object).map((fault) => `${nameOf(object)}: ${fault}`),
    ),
    ...deployments.flatMap((object) => serviceFaults(object).map((fault) => `${nameOf(object)}: ${fault}`)),
    ...referenceFaults(objects, deployments),
  ]
}

function twins(objects) {
  const names = objects.map((object) => nameOf(object))
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name}: is there twice`)
}

function podFaults(object) {
  const { spec } = podOf(object)
  const volumes = spec.volumes.map(({ name }) => name)
  const mounted = spec.containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name))
  return [
    ...mounted.filter((name) => !volumes.includes(name)).map((name) => `mounts ${name}, which is no volume`),
    ...volumes.filter((name) => !mounted.includes(name)).map((name) => `does not mount the volume ${name}`),
    ...(spec.securityContext.runAsNonRoot && spec.automountServiceAccountToken === false
      ? []
      : ['has too many rights']),
    ...spec.containers.flatMap((container) => hardeningFaults(container)),
  ]
}

function hardeningFaults({ name, image, resources, securityContext }) {
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = securityContext
  return [
    ...(readOnlyRootFilesystem && !allowPrivilegeEscalation && capabilities.drop[0] === 'ALL'
      ? []
      : [`${name} is not hardened`]),
    ...(/:(latest)?$|^[^:]+$/.test(image) ? [`${name} has an image without a version`] : []),
    ...(resources?.requests?.cpu && resources.limits?.memory
      ? []
      : [`${name} has no request of CPU or limit of memory`]),
  ]
}

/** Faults of a service that runs until it is stopped: its probes and its drain. */
function serviceFaults({ spec: { template } }) {
  const { containers, terminationGracePeriodSeconds } = template.spec
  // The pod of the operators serves nothing.
  const serving = containers.filter(({ ports }) => ports)
  return serving.flatMap(({ startupProbe, readinessProbe, livenessProbe, lifecycle }) => {
    const probes = { startupProbe, readinessProbe, livenessProbe }
    const paused = lifecycle?.preStop?.sleep?.seconds ?? 0
    return [
      ...Object.entries(probes).flatMap(([name, probe]) =>
        probe?.timeoutSeconds > ANSWER_SECONDS ? [] : [`${name} ends before the service must have answered`],
      ),
      ...(livenessProbe?.httpGet.path === '/healthz' ? [] : ['livenessProbe asks more than whether the process runs']),
      ...(terminationGracePeriodSeconds >= paused + DRAIN_SECONDS ? [] : ['is killed before it has drained']),
    ]
  })
}

/** References to deployments and services that are not there. */
function referenceFaults(objects, deployments) {
  const pods = [...deployments, ...ofKind(objects, 'Job')].map((object) => podOf(object).metadata.labels)
  const names = new Set(deployments.map(({ metadata }) => metadata.name))
  const services = ofKind(objects, 'Service')
  const selectors = [
    ...ofKind(objects, 'PodDisruptionBudget').map((object) => [object, object.spec.selector.matchLabels]),
    ...ofKind(objects, 'NetworkPolicy').map((object) => [object, object.spec.podSelector.matchLabels]),
    ...services.map((object) => [object, object.spec.selector]),
    ...deployments.map((object) => [object, object.spec.selector.matchLabels]),
  ]
  const budgets = ofKind(objects, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels)
  const scaled = ofKind(objects, 'ScaledObject', 'HorizontalPodAutoscaler')
  const scaledNames = scaled.map(({ spec }) => spec.scaleTargetRef.name)
  return [
    ...selectors
      .filter(([, selector]) => !pods.some((labels) => matches(selector, labels)))
      .map(([object]) => `${nameOf(object)}: selects no pod`),
    ...scaled
      .filter(({ spec }) => !names.has(spec.scaleTargetRef.name))
      .map((object) => `${nameOf(object)}: scales no deployment`),
    ...deployments.flatMap((object) => {
      const isScaled = scaledNames.includes(object.metadata.name)
      const isFixed = object.spec.replicas !== undefined
      const isBudgeted = budgets.some((selector) => matches(selector, podOf(object).metadata.labels))
      return [
        ...(isScaled === isFixed ? [`${nameOf(object)}: needs either replicas or what scales it`] : []),
        ...(isBudgeted || object.spec.replicas === 1 ? [] : [`${nameOf(object)}: has no disruption budget`]),
      ]
    }),
    ...ofKind(objects, 'HTTPRoute').flatMap((object) =>
      object.spec.rules
        .flatMap(({ backendRefs }) => backendRefs)
        .filter(
          ({ name, port }) =>
            !services.some(
              ({ metadata, spec }) => metadata.name === name && spec.ports.some((each) => each.port === port),
            ),
        )
        .map(({ name, port }) => `${nameOf(object)}: there is no service ${name} with the port ${port}`),
    ),
  ]
}
