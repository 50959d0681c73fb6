import { order } from '../src/reseller'

/** A domain in a phase, and the handles for requests about it. */
export interface Subject {
  readonly id: number
  readonly name: string
  /** Auth code of the name at another registrar, or the internal one. */
  readonly code: string
  /** Customers of the account: the holder of the domain, and another one. */
  readonly owner: string
  readonly newOwner: string
  /** Customer of another account. */
  readonly stranger: string
}

export interface Request {
  /** Its row in the published table. */
  readonly row: string
  readonly method: string
  readonly path: (subject: Subject) => string
  readonly body?: (subject: Subject) => object
  readonly by?: 'another account'
}

const update = (row: string, change: (subject: Subject) => object): Request => ({
  row,
  method: 'PUT',
  path: ({ id }) => `/v1/domains/${id}`,
  body: change,
})
const post = (row: string, path: string, body: (subject: Subject) => object = () => ({})): Request => ({
  row,
  method: 'POST',
  path: ({ id }) => `/v1/domains/${id}/${path}`,
  body,
})
const ofName = (row: string, path: string, body: (subject: Subject) => object): Request => ({
  row,
  method: 'POST',
  path: () => `/v1/domains${path}`,
  body,
})

const key = { flags: 257, protocol: 3, alg: 13, pub_key: 'AQIDBA==' }
const nameservers = [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }]

/** The requests of each row of the table. */
export const requests: Readonly<Record<string, Request>> = {
  create: ofName('create', '', ({ name, owner }) => order(name, owner)),
  transfer: ofName('transfer', '/transfer', ({ name, owner, code }) => {
    const { domain, owner_handle } = order(name, owner)
    return { domain, owner_handle, auth_code: code }
  }),
  'transfer by internal code': {
    ...ofName('transfer by internal code', '/transfer', ({ name, stranger, code }) => {
      const { domain, owner_handle } = order(name, stranger)
      return { domain, owner_handle, auth_code: code }
    }),
    by: 'another account',
  },
  trade: ofName('trade', '/trade', ({ name, newOwner }) => {
    const { domain, owner_handle } = order(name, newOwner)
    return { domain, owner_handle }
  }),
  renew: post('renew', 'renew', () => ({ period: 1 })),
  restore: post('restore', 'restore'),
  'update of contacts': update('update of contacts, nameservers, keys', ({ newOwner }) => ({ admin_handle: newOwner })),
  'update of nameservers': update('update of contacts, nameservers, keys', () => ({ name_servers: nameservers })),
  'update of keys': update('update of contacts, nameservers, keys', () => ({ dnssec_keys: [key] })),
  'update of autorenew': update('update of autorenew, comments', () => ({ autorenew: 'off' })),
  'update of comments': update('update of autorenew, comments', () => ({ comments: 'changed' })),
  // A domain that is transferred in is locked from the start.
  'update of the lock': update('update of the lock', ({ name }) => ({ is_locked: !/^(transfer|waiting)/.test(name) })),
  'update of the day': update('update of the day', () => ({ scheduled_at: '2098-01-01' })),
  delete: { row: 'delete', method: 'DELETE', path: ({ id }) => `/v1/domains/${id}` },
  'delete without soft quarantine': {
    row: 'delete',
    method: 'DELETE',
    path: ({ id }) => `/v1/domains/${id}?skip_soft_quarantine=1`,
  },
  'authcode get': { row: 'authcode get', method: 'GET', path: ({ id }) => `/v1/domains/${id}/authcode` },
  'internal authcode get': {
    row: 'authcode get',
    method: 'GET',
    path: ({ id }) => `/v1/domains/${id}/authcode?auth_code_type=internal`,
  },
  'authcode reset': post('authcode reset', 'authcode/reset'),
  'transfer/approve': post('transfer/approve', 'transfer/approve', () => ({ approve: 1 })),
  'transfer/send-foa1': post('transfer/send-foa1', 'transfer/send-foa1'),
  'last-operation/restart': post('last-operation/restart', 'last-operation/restart'),
}

/** The result of an accepted request: the phase of the domain, and that of a new domain that the request creates. */
export interface End {
  readonly phase: string
  readonly placed?: string
  /** The request succeeds, but the shown domain does not change. */
  readonly isUnchanged?: true
  /** The domain leaves the lists. */
  readonly isHidden?: true
  /** The phase allows the request, but the registry refuses it. */
  readonly refused?: 'domain_not_free' | 'domain_free' | 'authcode_invalid'
}

const stays = (...phases: string[]): Record<string, End> =>
  Object.fromEntries(phases.map((phase) => [phase, { phase }]))
const stored = stays('waiting.party', 'transfer.scheduled', 'transfer.queued', 'transfer.pending', 'failed', 'active')
const storedHere = stays(
  'create.queued',
  'create.pending',
  'waiting.party',
  'transfer.scheduled',
  'transfer.queued',
  'transfer.pending',
  'active',
  'active.pendingTransfer',
  'active.changing',
  'active.trading',
  'quarantine.soft',
  'failed',
)
const read = { isUnchanged: true } as const
const readable = {
  active: { phase: 'active', ...read },
  'active.pendingTransfer': { phase: 'active.pendingTransfer', ...read },
  'active.changing': { phase: 'active.changing', ...read },
  'active.trading': { phase: 'active.trading', ...read },
}
const cancelled = {
  'waiting.party': { phase: 'failed' },
  'transfer.scheduled': { phase: 'failed' },
  'transfer.queued': { phase: 'failed' },
  'transfer.pending': { phase: 'failed' },
  failed: { phase: 'failed', isHidden: true },
} as const

/** The results of accepted requests, by request and phase. */
export const ends: Readonly<Record<string, Readonly<Record<string, End>>>> = {
  create: {
    purged: { phase: 'purged', placed: 'active' },
    transferredAway: { phase: 'transferredAway', refused: 'domain_not_free' },
    failed: { phase: 'failed', placed: 'active', isHidden: true },
  },
  transfer: {
    purged: { phase: 'purged', refused: 'domain_free' },
    // The registry replaced the auth code with the transfer.
    transferredAway: { phase: 'transferredAway', refused: 'authcode_invalid' },
    failed: { phase: 'failed', placed: 'transfer.pending', isHidden: true },
  },
  'transfer by internal code': {
    active: { phase: 'transferredAway', placed: 'active' },
    purged: { phase: 'purged', refused: 'domain_free' },
    transferredAway: { phase: 'transferredAway', refused: 'authcode_invalid' },
    failed: { phase: 'failed', refused: 'domain_free' },
  },
  trade: { active: { phase: 'active' } },
  renew: { active: { phase: 'active' }, 'quarantine.soft': { phase: 'active' } },
  restore: { 'quarantine.soft': { phase: 'active' }, redemption: { phase: 'active' } },
  'update of contacts': stored,
  'update of nameservers': stored,
  'update of keys': stored,
  'update of autorenew': storedHere,
  'update of comments': storedHere,
  'update of the lock': stays('active', 'transfer.queued', 'transfer.pending'),
  'update of the day': stays('transfer.scheduled'),
  delete: {
    ...cancelled,
    active: { phase: 'quarantine.soft' },
    'quarantine.soft': { phase: 'quarantine.soft', isUnchanged: true },
  },
  'delete without soft quarantine': {
    ...cancelled,
    active: { phase: 'redemption' },
    'quarantine.soft': { phase: 'redemption' },
  },
  'authcode get': readable,
  'internal authcode get': readable,
  'authcode reset': { active: { phase: 'active' } },
  'transfer/approve': { 'active.pendingTransfer': { phase: 'transferredAway' } },
  'transfer/send-foa1': { 'waiting.party': { phase: 'waiting.party', ...read } },
  'last-operation/restart': {
    active: { phase: 'active' },
    'active.pendingTransfer': { phase: 'transferredAway' },
    // The repeated operation parks the domain.
    'quarantine.soft': { phase: 'quarantine.soft', isUnchanged: true },
    redemption: { phase: 'active' },
    failed: { phase: 'active' },
  },
}
