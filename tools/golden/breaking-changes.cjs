/**
 * Finds the changes between two OpenAPI descriptions that break a client written for the first one. A request that was
 * accepted must still be accepted, and a response must contain what it contained. New operations, optional inputs and
 * fields of responses break no client; nor do new values of a list, or changed descriptions.
 */

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options']

/** Bounds of a value, and whether a smaller number makes them narrower. */
const BOUNDS = {
  maximum: true,
  exclusiveMaximum: true,
  maxLength: true,
  maxItems: true,
  minimum: false,
  exclusiveMinimum: false,
  minLength: false,
  minItems: false,
}

/** Returns every breaking change between two descriptions, one sentence each. */
function breakingChanges(before, after) {
  const found = []
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const method of METHODS.filter((each) => methods[each])) {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (!now) found.push(`${name}: was removed`)
      else compareOperation(name, methods[method], now, { before, after, found })
    }
  }
  return [...new Set(found)]
}

function compareOperation(name, was, now, context) {
  const { found } = context
  if (was.operationId !== now.operationId) found.push(`${name}: operationId ${was.operationId} is ${now.operationId}`)
  if (isOpen(was, context.before) && !isOpen(now, context.after)) found.push(`${name}: needs a token`)
  const key = ({ name: parameter, in: place }) => `${place} ${parameter}`
  const parameters = new Map((now.parameters ?? []).map((each) => [key(each), each]))
  for (const parameter of was.parameters ?? []) {
    const match = parameters.get(key(parameter))
    const at = `${name}: parameter ${parameter.name}`
    parameters.delete(key(parameter))
    if (!match) found.push(`${at} was removed`)
    else {
      if (match.required && !parameter.required) found.push(`${at} is required`)
      narrower(at, parameter.schema, match.schema, context)
    }
  }
  for (const { name: parameter, required } of parameters.values())
    if (required) found.push(`${name}: parameter ${parameter} is new and required`)
  compareBody(name, was.requestBody, now.requestBody, context)
  compareResponses(name, was.responses, now.responses, context)
}

const isOpen = (operation, document) => (operation.security ?? document.security ?? []).length === 0

function compareBody(name, was, now, context) {
  if (!was) {
    const required = now && schemaOf(now) && resolve(schemaOf(now), context.after).required
    if (required?.length) context.found.push(`${name}: a body is required`)
    return
  }
  if (!now) context.found.push(`${name}: no longer accepts a body`)
  else {
    if (now.required && !was.required) context.found.push(`${name}: the body is required`)
    narrower(`${name}: request`, schemaOf(was), schemaOf(now), context)
  }
}

function compareResponses(name, was, now, context) {
  for (const [status, answer] of Object.entries(was)) {
    if (!status.startsWith('2')) continue
    if (!now[status]) context.found.push(`${name}: response ${status} was removed`)
    else wider(`${name}: response`, schemaOf(answer), schemaOf(now[status]), context)
  }
}

const schemaOf = ({ content }) => content?.['application/json']?.schema

function resolve(schema, document) {
  const reference = schema?.$ref
  if (!reference) return schema
  const target = reference.slice(2).split('/')
  return { ...target.reduce((at, step) => at[step], document), ...schema, $ref: undefined }
}

/** Resolves both schemas. Yields nothing for a pair that was compared before: a schema may contain itself. */
function* opened(was, now, context, trail) {
  if (was === undefined || now === undefined) return
  const pair = `${was.$ref ?? ''} ${now.$ref ?? ''}`
  if (pair !== ' ' && trail.includes(pair)) return
  yield [resolve(was, context.before), resolve(now, context.after), pair === ' ' ? trail : [...trail, pair]]
}

const typesOf = ({ type }) => (type === undefined ? undefined : [type].flat())
const valuesOf = (schema) => ('const' in schema ? [schema.const] : schema.enum)
const branchesOf = (schema) => schema.anyOf ?? schema.oneOf

/** Whether every value of the type belongs to one of the types. */
const covers = (types, type) => types.includes(type) || (type === 'integer' && types.includes('number'))

/** Requests: every value that was accepted must still be accepted. */
function narrower(at, given, taken, context, trail = []) {
  const { found } = context
  for (const [was, now, deeper] of opened(given, taken, context, trail)) {
    if (isUnion(was) || isUnion(now)) {
      compareBranches(at, branchesOf(was) ?? [was], branchesOf(now) ?? [now], context, narrower, deeper)
      continue
    }
    const [before, after] = [typesOf(was), typesOf(now)]
    if (after && (!before || before.some((type) => !covers(after, type)))) {
      found.push(`${at} was ${before ?? 'anything'}, is ${after}`)
      continue
    }
    const values = valuesOf(now)
    if (values) {
      const lost = valuesOf(was)?.filter((value) => !values.includes(value))
      if (!lost) found.push(`${at} is restricted to ${values.join(', ')}`)
      else if (lost.length) found.push(`${at} no longer accepts ${lost.join(', ')}`)
    }
    for (const [bound, smallerIsNarrower] of Object.entries(BOUNDS)) {
      if (now[bound] === undefined || now[bound] === was[bound]) continue
      const isNarrower = was[bound] === undefined || now[bound] < was[bound] === smallerIsNarrower
      if (isNarrower) found.push(`${at} has ${bound} ${now[bound]}, had ${was[bound] ?? 'none'}`)
    }
    for (const rule of ['pattern', 'format', 'multipleOf', 'uniqueItems'])
      if (now[rule] !== undefined && now[rule] !== was[rule]) found.push(`${at} has a new ${rule}: ${now[rule]}`)
    if (was.items && now.items) narrower(`${at}[]`, was.items, now.items, context, deeper)
    for (const [name, property] of Object.entries(was.properties ?? {})) {
      if (!now.properties?.[name]) found.push(`${at}.${name} was removed`)
      else narrower(`${at}.${name}`, property, now.properties[name], context, deeper)
    }
    for (const name of now.required ?? [])
      if (!was.required?.includes(name)) found.push(`${at}.${name} is ${was.properties?.[name] ? '' : 'new and '}required`)
    if (now.additionalProperties === false && was.additionalProperties !== false)
      found.push(`${at} no longer accepts other properties`)
  }
}

/** Responses: every value that is sent now could have been sent before. Only lists may have new values. */
function wider(at, promised, sent, context, trail = []) {
  const { found } = context
  for (const [was, now, deeper] of opened(promised, sent, context, trail)) {
    if (isUnion(was) || isUnion(now)) {
      compareBranches(at, branchesOf(now) ?? [now], branchesOf(was) ?? [was], flipped(context), widerFlipped, deeper)
      continue
    }
    const [before, after] = [typesOf(was), typesOf(now)]
    if (before && (!after || after.some((type) => !covers(before, type)))) {
      found.push(`${at} was ${before}, is ${after ?? 'anything'}`)
      continue
    }
    if (was.items && now.items) wider(`${at}[]`, was.items, now.items, context, deeper)
    for (const [name, property] of Object.entries(was.properties ?? {})) {
      if (!now.properties?.[name]) found.push(`${at}.${name} was removed`)
      else wider(`${at}.${name}`, property, now.properties[name], context, deeper)
    }
    for (const name of was.required ?? [])
      if (now.properties?.[name] && !now.required?.includes(name)) found.push(`${at}.${name} may be absent`)
  }
}

const flipped = ({ before, after, found }) => ({ before: after, after: before, found })
const widerFlipped = (at, now, was, context, trail) => wider(at, was, now, flipped(context), trail)
const isUnion = (schema) => branchesOf(schema) !== undefined

/** Each branch of the narrow side must fit into a branch of the wide side. */
function compareBranches(at, narrow, wide, context, compare, trail) {
  const unfit = narrow.filter((branch) =>
    wide.every((other) => {
      const found = []
      compare(at, branch, other, { ...context, found }, trail)
      return found.length > 0
    }),
  )
  for (const branch of unfit) context.found.push(`${at}: no branch covers ${JSON.stringify(branch)}`)
}

module.exports = { breakingChanges }
