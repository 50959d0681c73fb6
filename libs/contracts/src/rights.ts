import { errors, fail, type ErrorName } from './errors'
import type { Actor, AnyOperation, ApprovalDemand, Call, Right } from './operation'

/** All rights. A token that was requested without a scope has them all. */
export const everyRight = ['read', 'write', 'purchase', 'transfer-codes'] as const satisfies readonly Right[]

/** Whether a refusal means that the role, the scope or the limits of the caller do not allow the request. */
export const lacksRight = (refusal: ErrorName): boolean => errors[refusal].code === errors.scope_insufficient.code

/**
 * Refuses with `scope_insufficient` if the token lacks a right. For operations whose input decides which right is needed,
 * such as a change that also costs money.
 */
export function demandRight({ actor }: Pick<Call, 'actor'>, right: Right): void {
  if (actor && !actor.scope.includes(right)) fail('scope_insufficient', { scope: right })
}

/** Refuses with `scope_insufficient` if the token lacks a right that the operation declares. */
export function demandRights({ rights }: Pick<AnyOperation, 'rights'>, call: Pick<Call, 'actor'>): void {
  for (const right of rights) demandRight(call, right)
}

type Person = Pick<Actor, 'role' | 'enforcesRoles'>

/** Whether the table of roles counts for a person. It always counts for the role readonly, which is new with it. */
const isLimited = ({ role, enforcesRoles }: Person): boolean => enforcesRoles === true || role === 'readonly'

/**
 * Whether a contact of this role may call an operation. In an account that has not switched the table of roles on, only
 * operations for administrators are closed to the other roles.
 */
export function isOpenTo({ roles }: Pick<AnyOperation, 'roles'>, person: Person): boolean {
  return roles.includes(person.role) || (!isLimited(person) && roles.some((role) => role !== 'admin'))
}

/** Refuses with `role_insufficient` if the role of the caller may not call the operation. */
export function demandRole(operation: Pick<AnyOperation, 'roles'>, { actor }: Pick<Call, 'actor'>): void {
  if (!actor || isOpenTo(operation, actor)) return
  fail('role_insufficient', { role: actor.role, allowed: operation.roles.join(' or ') })
}

/** The rights of a credential of a contact: the table of roles shows auth codes to administrators and technical people only. */
export function rightsWithin(scope: readonly Right[], person: Person): Right[] {
  const seesCodes = !isLimited(person) || person.role === 'admin' || person.role === 'tech'
  return scope.filter((right) => seesCodes || right !== 'transfer-codes')
}

/** The refusal of an operation that the limits of an API key close to it; undefined if they do not. */
function beyondLimits(
  { admitsLimitedKeys, refusesLimitedKeys }: Pick<AnyOperation, 'admitsLimitedKeys' | 'refusesLimitedKeys'>,
  { limits, isLimited }: Pick<Actor, 'isLimited' | 'limits'>,
): 'key_limited' | 'key_limits_operation' | undefined {
  if (limits && !admitsLimitedKeys) return 'key_limits_operation'
  return isLimited && refusesLimitedKeys ? 'key_limited' : undefined
}

/**
 * Refuses an API key with `key_limits_operation` if it is limited to some objects and the operation does not admit such keys,
 * and with `key_limited` if it has any limit and the operation refuses those.
 */
export function refuseBeyondLimits(operation: AnyOperation, { actor }: Pick<Call, 'actor'>): void {
  const refusal = actor && beyondLimits(operation, actor)
  if (refusal) fail(refusal)
}

/**
 * Whether a caller may call a read, by the rules that refuse it at the doors: role, rights, limits of the key, and that
 * keys which need approvals do nothing that is only for people.
 */
export function mayRead(operation: AnyOperation, actor: Actor): boolean {
  return (
    isOpenTo(operation, actor) &&
    operation.rights.every((right) => actor.scope.includes(right)) &&
    beyondLimits(operation, actor) === undefined &&
    !(operation.isForPeople && actor.approval !== undefined)
  )
}

/**
 * Which demands for approval an operation falls under. They follow from what the operation declares. A change that hands
 * out a secret counts as destructive: with a link that works without a login, the rest could be done without approval.
 */
export function approvalsFor({
  effect,
  isDestructive,
  isSecret,
}: Pick<AnyOperation, 'effect' | 'isDestructive' | 'isSecret'>): readonly ApprovalDemand[] {
  if (effect === 'purchase') return ['purchases', 'purchases-and-destructive']
  return isDestructive || (isSecret && effect !== 'read') ? ['purchases-and-destructive'] : []
}

/**
 * Refuses with `approval_needed` a call that a person must approve first. A key that needs approvals does nothing that is
 * only for people, with or without an approval: it would decide about itself. For assistants, {@link demandPerson} says so.
 */
export function demandApproval(operation: AnyOperation, { actor, approval }: Pick<Call, 'actor' | 'approval'>): void {
  if (actor?.approval === undefined) return
  if (operation.isForPeople && actor.profile === undefined) fail('person_needed')
  if (approval === undefined && approvalsFor(operation).includes(actor.approval)) fail('approval_needed')
}

/**
 * Refuses with `person_needed` what an assistant never does: an operation that is only for people. It may read its own
 * token.
 */
export function demandPerson(operation: AnyOperation, { actor }: Pick<Call, 'actor'>): void {
  if (actor?.profile !== undefined && operation.isForPeople && operation.id !== 'access.read-token')
    fail('person_needed')
}

/** For changes that also cost money: refuses a caller without the right, and a key whose purchases a person must approve. */
export function demandPurchase(call: Pick<Call, 'actor' | 'approval'>): void {
  demandRight(call, 'purchase')
  if (call.actor?.approval !== undefined && call.approval === undefined) fail('approval_needed')
}

/** Whether a caller may see and change a domain of its account. The name is in lower case with A-labels. */
export function reachesDomain({ actor }: Pick<Call, 'actor'>, name: string): boolean {
  return actor?.limits === undefined || actor.limits.domains.includes(name)
}
