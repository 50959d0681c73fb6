import { operations, routes } from './operations'
import { toolOperations } from './tool'

/** Words of ids and paths that name what assistants never decide: who may do what, and what a person approves. */
const ofPeople =
  /appro(?:ve|val)|auth\b|key|scope|right|role|contact|people|person|user|session|log(?:in|out)|factor|passkey|totp|password|recovery|webhook|notification|recipient|support|sandbox|token|setting/

/** The operations that are named by such a word and are tools all the same, with the reason. */
const decided: Readonly<Record<string, string>> = {
  'approver-emails.list': 'shows the mailboxes at which an authority asks the owner of a domain; decides nothing',
  'domain-tokens.create': 'a link to the records of one zone, which the assistant can change itself',
  'domain-tokens.delete': 'ends such a link',
  'domain-tokens.list': 'lists such links without their secrets',
  'expiry-mails.get-settings': 'reads who is mailed; decides nothing',
  'resellers.get-settings': 'reads the settings of orders; decides nothing',
  'ssl-orders.create-otp-token': 'a link to a page that shows one order',
  'ssl-orders.delete-otp-token': 'ends such a link',
  'ssl-orders.list-otp-tokens': 'lists such links without their secrets',
  'ssl-orders.resend-approver-email': 'mails the owner of the domain again; the owner approves',
  'ssl-orders.update-approver-email': 'chooses among the mailboxes of the owner; the owner approves',
}

const named = routes.filter(({ id, path }) => ofPeople.test(id) || ofPeople.test(path.slice('/v1'.length)))

test('finds operations by words of people', () => {
  expect(named.length).toBeGreaterThan(30)
})

test.each(named.map((each) => [each.id, each] as const))('decides whether %s is only for people', (id, operation) => {
  expect([id, operation.isForPeople]).toEqual([id, !Object.hasOwn(decided, id)])
})

test('every decision is about an operation that exists', () => {
  const ids = new Set<string>(named.map(({ id }) => id))
  expect(Object.keys(decided).filter((id) => !ids.has(id))).toEqual([])
})

test('only operations with a route are tools, and none is anonymous or for people', () => {
  expect(toolOperations.filter((each) => each.anonymous || each.isForPeople)).toEqual([])
  const tools = new Set<string>(toolOperations.map(({ id }) => id))
  expect(operations.filter(({ audience, id }) => audience !== 'reseller' && tools.has(id))).toEqual([])
})

test('an assistant logs in nowhere and approves nothing, and manages no people, keys, sessions and second factors', () => {
  const ids = routes.filter(({ isForPeople }) => isForPeople).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([
    'access.change-password',
    'access.complete-password-reset',
    'access.end-session',
    'access.end-sessions',
    'access.get-roles',
    'access.list-sessions',
    'access.login',
    'access.login-with-passkey',
    'access.logout',
    'access.read-token',
    'access.request-password-reset',
    'access.set-roles',
    'access.start-passkey-login',
    'access.update-session',
    'approvals.approve',
    'approvals.get',
    'approvals.list',
    'approvals.refuse',
    'contacts.create',
    'contacts.delete',
    'contacts.get',
    'contacts.list',
    'contacts.update',
    'domains.approve-transfer',
    'emails.create',
    'emails.delete',
    'emails.list-recipients',
    'emails.send-test',
    'emails.set-branding',
    'emails.set-recipients',
    'emails.update',
    'expiry-mails.set-settings',
    'factors.confirm-passkey',
    'factors.confirm-totp',
    'factors.create-login-code',
    'factors.create-passkey',
    'factors.create-recovery-codes',
    'factors.create-totp',
    'factors.get-demand',
    'factors.list',
    'factors.remove',
    'factors.set-demand',
    'keys.create',
    'keys.list',
    'keys.revoke',
    'keys.rotate',
    'notices.read',
    'notices.read-all',
    'sandbox.advance-clock',
    'webhooks.create',
    'webhooks.delete',
    'webhooks.get',
    'webhooks.list',
    'webhooks.list-deliveries',
    'webhooks.resend-delivery',
    'webhooks.rotate-secret',
    'webhooks.send-test',
    'webhooks.update',
  ])
})
