import { createWebhook } from '@nameyard/contracts/events/webhooks/create-webhook'
import { getWebhook } from '@nameyard/contracts/events/webhooks/get-webhook'
import { listWebhookDeliveries } from '@nameyard/contracts/events/webhooks/list-webhook-deliveries'
import type { Actor, AnyOperation, Answer, InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { Receivers, type Received } from '@nameyard/testing/receivers'
import { ActorsStandIn } from './actors-stand-in'
import { runningLog, type RunningLog, type Sent } from './running-log'

type Created = Answer<typeof createWebhook>
type Hook = Answer<typeof getWebhook>
type Delivery = Answer<typeof listWebhookDeliveries>['results'][number]

/** The events service with receivers on this machine, and the customers service replaced. */
export interface RunningWebhooks {
  readonly log: RunningLog
  readonly receivers: Receivers
  /** Calls an operation as the contact of an account. */
  call<O extends AnyOperation>(
    operation: O,
    account: number,
    input: InputGiven<O>,
    caller?: Partial<Actor>,
  ): Promise<Answer<O>>
  /** Creates a webhook for a path of the receivers. */
  create(account: number, path: string, over?: object, caller?: Partial<Actor>): Promise<Created>
  get(account: number, id: number): Promise<Hook>
  /** Waits until a webhook is as it should be. */
  until(account: number, id: number, isSo: (hook: Hook) => boolean, what: string): Promise<Hook>
  deliveries(account: number, id: number): Promise<Delivery[]>
  /** Adds events of an object to the log of an account. */
  add(account: number, object: string, times?: number, over?: Partial<Sent>): Promise<Sent[]>
  /** Waits for so many requests of a receiver. */
  received(path: string, times?: number): Promise<Received[]>
  close(): Promise<void>
}

export async function runningWebhooks(settings: Readonly<Record<string, string>> = {}): Promise<RunningWebhooks> {
  const receivers = await Receivers.listen()
  const log = await runningLog(
    { EGRESS_ALLOW: '127.0.0.1', WEBHOOK_SECRET: 'w'.repeat(32), ...settings },
    // Receivers refuse a request that is older than five minutes.
    { at: new Date(), customers: [ActorsStandIn] },
  )
  const call: RunningWebhooks['call'] = <O extends AnyOperation>(
    operation: O,
    account: number,
    input: InputGiven<O>,
    caller: Partial<Actor> = {},
  ) => {
    const call = log.gateway.call(account)
    const actor = { ...call.actor!, contactId: account, ...caller }
    return log.gateway.rpc.call(operation, input, { ...call, actor }) as Promise<Answer<O>>
  }
  const get = (account: number, id: number) => call(getWebhook, account, { id })
  return {
    log,
    receivers,
    call,
    create: (account, path, over = {}, caller = {}) =>
      call(createWebhook, account, { url: receivers.url(path), ...over }, caller),
    get,
    until: (account, id, isSo, what) =>
      eventually(async () => {
        const hook = await get(account, id)
        return isSo(hook) && hook
      }, what),
    deliveries: async (account, id) => (await call(listWebhookDeliveries, account, { id, limit: 100 })).results,
    async add(account, object, times = 1, over = {}) {
      const before = (await log.log(account)).length
      const events = Array.from({ length: times }, () => log.next(account, object, over))
      await log.publish(...events)
      await log.logOf(account, before + times)
      return events
    },
    received: (path, times = 1) =>
      eventually(() => {
        const requests = receivers.of(path)
        return requests.length >= times && requests
      }, `${times} requests to ${path}`),
    async close() {
      await receivers.close()
      await log.close()
    },
  }
}
