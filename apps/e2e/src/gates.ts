import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'

/** Kinds of operations, and the commands that they send, as the journal names them. */
const ORDERED = `('create', 'renew', 'transfer', 'delete', 'restore')`
const COMMANDS = `('domain:create', 'domain:renew', 'domain:transfer-request', 'domain:delete', 'domain:restore-request')`
const REPORT = `new.command = 'domain:restore-report'`

/** The same commands in the audit of the registry. A restore is an update there (RFC 3915). */
const CARRIED_OUT = `new.registrar = 'nameyard' and new.code < 2000 and (
  new.command in ('domain:create', 'domain:renew', 'domain:delete')
  or new.command = 'domain:transfer' and new.request like '%op="request"%'
  or new.command = 'domain:update' and new.request like '%restore op="request"%')`

/** The table of each step, and the condition on the written rows. */
const steps = {
  // The reservation of an order.
  reserve: { table: 'orders.reservation', of: `new.state = 'open'` },
  confirm: { table: 'orders.reservation', of: `new.state = 'confirmed'` },
  capture: { table: 'orders.reservation', of: `new.state = 'captured'` },
  release: { table: 'orders.reservation', of: `new.state = 'released'` },
  // From the order to the registry.
  accept: { table: 'domains.registry_operation', on: 'insert', of: `new.purpose in ${ORDERED}` },
  relay: { table: 'domains.outbox', on: 'delete', of: `old.message = 'registry.submit-operation'` },
  receive: { table: 'registry_worker.operation', on: 'insert', of: `new.kind like 'domain.%'` },
  send: { table: 'registry_worker.registry_transaction', on: 'insert', of: `new.command in ${COMMANDS}` },
  'carry out': { table: 'sandbox_registry.audit', on: 'insert', of: CARRIED_OUT },
  // From the registry to the answer of the order.
  answer: { table: 'registry_worker.registry_transaction', on: 'update', of: answered(`new.command in ${COMMANDS}`) },
  conclude: { table: 'registry_worker.operation', on: 'update', of: first('settled_at') },
  'publish the settlement': {
    table: 'registry_worker.outbox',
    on: 'delete',
    of: `old.message = 'registry.operation-settled'`,
  },
  settle: { table: 'domains.registry_operation', of: 'new.settled_at is not null' },
  reply: { table: 'domains.idempotency', on: 'update', of: first('answer') },
  // What resellers are told.
  'relay an account event': { table: 'domains.outbox', on: 'delete', of: `old.message = 'events.record'` },
  'create a key': { table: 'customers.api_key', on: 'insert', of: 'true' },
  'relay the event of a key': {
    table: 'customers.outbox',
    on: 'delete',
    of: `old.message = 'events.record' and old.payload like '%"key.created"%'`,
  },
  'store an account event': { table: 'events.arrival', on: 'insert', of: 'true' },
  'add an account event': { table: 'events.account_event', on: 'insert', of: 'true' },
  'ask for a mail': { table: 'events.outbox', on: 'insert', of: `new.message = 'customers.send-event-mail'` },
  'relay a mail': { table: 'events.outbox', on: 'delete', of: `old.message = 'customers.send-event-mail'` },
  'record that a mail was sent': {
    table: 'customers.inbox',
    on: 'insert',
    of: `new.consumer = 'event-mail.send registrant'`,
  },
  'take an event for a webhook': { table: 'events.webhook_delivery', on: 'insert', of: 'true' },
  'claim a delivery': { table: 'events.webhook_delivery', on: 'update', of: 'new.attempts > old.attempts' },
  'store what a receiver answered': {
    table: 'events.webhook_delivery',
    on: 'update',
    of: first('settled_at'),
  },
  // An operation that the registry leaves pending.
  wait: { table: 'registry_worker.operation', on: 'update', of: first('pending_at') },
  'publish pending': {
    table: 'registry_worker.outbox',
    on: 'delete',
    of: `old.message = 'registry.operation-pending'`,
  },
  'store pending': { table: 'domains.registry_operation', on: 'update', of: first('pending_at') },
  'store the poll message': { table: 'registry_worker.poll_message', on: 'insert', of: `new.about = 'transfer'` },
  // The second command of a restore.
  'send the report': { table: 'registry_worker.registry_transaction', on: 'insert', of: REPORT },
  'carry out the report': {
    table: 'sandbox_registry.audit',
    on: 'insert',
    of: `new.registrar = 'nameyard' and new.code < 2000 and new.request like '%restore op="report"%'`,
  },
  // An order of e-mail DMARC.
  'order DMARC': { table: 'orders.dmarc_order', on: 'insert', of: `new.status = 'REQ'` },
  'place the proof': {
    table: 'dns.record',
    on: 'insert',
    of: `new.type = 'CNAME' and starts_with(new.owner, '_dmarc')`,
  },
  'publish the policy': {
    table: 'dns.record',
    on: 'insert',
    of: `new.type = 'TXT' and starts_with(new.owner, '_dmarc')`,
  },
  'activate DMARC': { table: 'orders.dmarc_order', on: 'update', of: first('activated_at') },
  'renew DMARC': { table: 'orders.dmarc_order', on: 'update', of: 'new.expires_at > old.expires_at' },
  'delete DMARC': {
    table: 'orders.dmarc_order',
    on: 'update',
    of: `new.status = 'DEL' and old.status <> 'DEL'`,
  },
  'answer the report': { table: 'registry_worker.registry_transaction', on: 'update', of: answered(REPORT) },
  // An order of a certificate.
  'order a certificate': { table: 'orders.ssl_order', on: 'insert', of: `new.status = 'REQ'` },
  'place a TXT proof': { table: 'dns.record', on: 'insert', of: pkiProof('new') },
  'store an approval': {
    table: 'orders.ssl_validation',
    on: 'update',
    of: `new.method = 'email' and ${first('proven_at')}`,
  },
  'issue a certificate': { table: 'orders.ca_certificate', on: 'insert', of: 'true' },
  'activate a certificate order': {
    table: 'orders.ssl_order',
    on: 'update',
    of: `new.status = 'ACT' and old.status = 'REQ'`,
  },
  'delete a TXT proof': { table: 'dns.record', on: 'delete', of: pkiProof('old') },
  'delete a TXT proof entry': { table: 'orders.ssl_placed_proof', on: 'delete', of: 'true' },
  'request a reissue': { table: 'orders.ssl_order', on: 'update', of: 'new.round > old.round' },
  'request a revocation': {
    table: 'orders.ssl_order',
    on: 'update',
    of: `new.work = 'revoke' and old.work <> 'revoke'`,
  },
  revoke: { table: 'orders.ca_certificate', on: 'update', of: first('revoked_at') },
  'fail a certificate order': {
    table: 'orders.ssl_order',
    on: 'update',
    of: `new.status = 'FAI' and old.status <> 'FAI'`,
  },
} as const satisfies Readonly<Record<string, { readonly table: string; readonly of: string; readonly on?: string }>>

/** A step of an order, identified by the row that its transaction is about to commit. */
export type Step = keyof typeof steps

function first(column: string): string {
  return `new.${column} is not null and old.${column} is null`
}

function pkiProof(row: 'new' | 'old'): string {
  return `${row}.type = 'TXT' and starts_with(${row}.owner, '_pki-validation')`
}

function answered(command: string): string {
  return `${command} and new.state = 'answered' and old.state <> 'answered'`
}

/** First key of the advisory locks; the second key is the number of the step. */
const GATES = 0x6d6f6e

/** The trigger events of a step without `on`. */
const WRITTEN = 'insert or update'

/**
 * Delays transactions in the middle of their commit, by means of the database alone: the rows are written, but not yet
 * visible. A test can then kill a process before or after the commit.
 */
export class Gates {
  private constructor(
    private readonly holder: Client,
    private readonly watcher: Client,
  ) {}

  /** Creates the triggers of the gates in a database. */
  static async in(databaseUrl: string): Promise<Gates> {
    const gates = await Gates.existing(databaseUrl)
    const { holder } = gates
    await holder.query(
      `create function public.pass_gate() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock_shared(${GATES}, tg_argv[0]::integer); return null; end $$`,
    )
    for (const [number, { table, of, ...step }] of Object.values(steps).entries())
      await holder.query(
        `create constraint trigger zz_gate_${number} after ${'on' in step ? step.on : WRITTEN} on ${table}
         deferrable initially deferred for each row when (${of}) execute function public.pass_gate(${number})`,
      )
    return gates
  }

  /** Connects to gates that exist already. All gates of a restarted database are open. */
  static async existing(databaseUrl: string): Promise<Gates> {
    const clients = [databaseUrl, databaseUrl].map((connectionString) => new Client({ connectionString }))
    // A test that kills the database expects the loss of these connections.
    for (const client of clients) client.on('error', () => undefined)
    await Promise.all(clients.map((client) => client.connect()))
    const [holder, watcher] = clients as [Client, Client]
    return new Gates(holder, watcher)
  }

  /** Makes transactions wait before the commit of the step from now on. */
  async close(step: Step): Promise<void> {
    await this.holder.query('select pg_advisory_lock($1, $2)', [GATES, numberOf(step)])
  }

  /** Resolves when a transaction waits at the gate. */
  async reached(step: Step, withinMs?: number): Promise<void> {
    await eventually(
      async () => (await this.waiting(step)).length > 0,
      `a transaction at the gate of ${step}`,
      withinMs,
    )
  }

  /** Lets the transactions commit. */
  async open(step: Step): Promise<void> {
    await this.holder.query('select pg_advisory_unlock($1, $2)', [GATES, numberOf(step)])
  }

  /** Opens the gates that a failed test left closed. */
  async openAll(): Promise<void> {
    await this.holder.query('select pg_advisory_unlock_all()')
  }

  /** Rolls back the transactions that wait at the gate, as the loss of their connections does. */
  async rollBack(step: Step): Promise<void> {
    for (const pid of await this.waiting(step)) await this.watcher.query('select pg_terminate_backend($1)', [pid])
    await eventually(async () => (await this.waiting(step)).length === 0, `no transaction at the gate of ${step}`)
  }

  /** Resolves when a transaction waits for an advisory lock that belongs to no gate. */
  async blocksAnother(): Promise<void> {
    const blocked = `select from pg_locks where locktype = 'advisory' and not granted and classid <> $1
      and database = (select oid from pg_database where datname = current_database())`
    await eventually(
      async () => (await this.watcher.query(blocked, [GATES])).rowCount !== 0,
      'a transaction that waits for one at a gate',
    )
  }

  async end(): Promise<void> {
    await Promise.all([this.holder.end(), this.watcher.end()])
  }

  private async waiting(step: Step): Promise<number[]> {
    const { rows } = await this.watcher.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and classid = $1 and objid = $2
         and database = (select oid from pg_database where datname = current_database())`,
      [GATES, numberOf(step)],
    )
    return rows.map(({ pid }) => pid)
  }
}

const numberOf = (step: Step): number => Object.keys(steps).indexOf(step)
