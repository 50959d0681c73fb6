/** A bug: a text in a compiled file, and the text that replaces it. */
export interface Planted {
  readonly name: string
  /** The compiled file, from the root of the checkout. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** The invariant that must find it. */
  readonly breaks: string
}

/** Bugs that a run must find: it shows that the invariants notice them. */
export const planted: readonly Planted[] = [
  {
    name: 'journal-forgotten',
    file: 'apps/registry-worker/dist/operations/journal.store.js',
    from: "and command = ${command}\n      and (state in ('sent', 'unknown') or",
    to: "and command = ${command} and false\n      and (state in ('sent', 'unknown') or",
    breaks: 'one effect per order',
  },
  {
    name: 'key-forgotten',
    file: 'libs/outbox/dist/request-memory.js',
    from: 'if (row && !isOver) return earlierOf(row, call);',
    to: '',
    breaks: 'one order per accepted request',
  },
  {
    name: 'refused-order-charged',
    file: 'apps/domains/dist/ordering/paid-orders.js',
    from: "if (outcome === 'done') await this.outbox.append",
    to: 'if (true) await this.outbox.append',
    breaks: 'one charge per order',
  },
  {
    name: 'message-lost',
    file: 'libs/outbox/dist/relay.js',
    from: 'this.publisher.publish(staged.map(',
    to: 'this.publisher.publish(staged.filter(() => Math.random() < 0.95).map(',
    breaks: 'every order final or visibly waiting',
  },
  {
    name: 'payment-repeated',
    file: 'apps/orders/dist/ledger/top-up.js',
    from: 'amount: paid.amount,\n                key,',
    to: 'amount: paid.amount,\n                key: `${key} ${Math.random()}`,',
    breaks: 'the ledger adds up',
  },
  {
    name: 'sessions-doubled',
    file: 'apps/registry-worker/dist/sessions/session-pools.js',
    from: 'first: isShared ? 0 : 1,\n        last: sessions - 1',
    to: 'first: isShared ? 0 : 1,\n        last: 2 * sessions',
    breaks: 'sessions within the limit of the registry',
  },
  {
    name: 'timers-early',
    file: 'apps/registry-worker/dist/timers/when-timer-due.js',
    from: 'this.store.fire(tx, this.clock.now(), BATCH)',
    to: 'this.store.fire(tx, new Date(this.clock.epochMs() + 400 * 86400000), BATCH)',
    breaks: 'timers never early, and late within their bound',
  },
  {
    name: 'repetition-taken-as-done',
    file: 'apps/registry-worker/dist/operations/update-domain.js',
    from: 'const verdict = await this.desired.apply(execution, desired);',
    to: "const verdict = operation.attempts > 1 ? { kind: 'done' } : await this.desired.apply(execution, desired);",
    breaks: 'database and registry agree',
  },
  {
    name: 'publication-lost',
    file: 'apps/dns/dist/publishing/zone-publisher.js',
    from: 'const refused = await (await this.writer.stage(zone)).commit();',
    to: 'const refused = version % 2n === 0n ? [] : await (await this.writer.stage(zone)).commit();',
    breaks: 'the name server answers the acknowledged records',
  },
  {
    name: 'change-not-stored',
    file: 'apps/customers/dist/customers/update-customer.js',
    from: 'await tx.query((0, _customerstore.updateOf)(before.id, columns));',
    to: 'if (Math.random() < 0.8) await tx.query((0, _customerstore.updateOf)(before.id, columns));',
    breaks: 'nothing acknowledged is lost',
  },
  {
    name: 'account-not-compared',
    file: 'apps/customers/dist/customers/get-customer.js',
    from: 'return row?.reseller_id === (0, _resellerof.resellerOf)(call) ?',
    to: 'return row ?',
    breaks: 'no answer with data of another account',
  },
  {
    name: 'revocation-forgotten',
    file: 'apps/orders/dist/ssl/ca/own.authority.js',
    from: 'await this.database.read(revokeOrder, {',
    to: 'if (false) await this.database.read(revokeOrder, {',
    breaks: 'one certificate and one charge per certificate order',
  },
  {
    name: 'no-retry-after',
    file: 'apps/gateway/dist/http/refusal.filter.js',
    from: 'if (wait !== undefined) reply',
    to: 'if (wait === 0) reply',
    breaks: 'every failed request a clean 503',
  },
]
