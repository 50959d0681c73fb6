import { AllowList } from '../src/allow-list'
import { EgressFailed, EgressRefused, type EgressRequest } from '../src/egress'
import { type Listener } from './listener'

/** Starts listeners that are closed after each test. */
export function listenersOfTests(): (listener: Promise<Listener>) => Promise<Listener> {
  const listeners: Listener[] = []
  afterEach(() => Promise.all(listeners.splice(0).map((each) => each.close())))
  return async (listener) => {
    listeners.push(await listener)
    return listener
  }
}

/** The servers are on the loopback interface: exceptions make them reachable. */
export const allowed = AllowList.parse('127.0.0.1')!
export const nothing = AllowList.parse('')!

/** Answers that a DNS server gives one after the other; the last one for ever. */
export function answering(...answers: (readonly string[] | Error)[]) {
  const asked: string[] = []
  const answer = async (host: string) => {
    asked.push(host)
    const next = answers.length > 1 ? answers.shift()! : answers[0]!
    if (next instanceof Error) throw next
    return next
  }
  return { asked, public: answer, listed: answer }
}

/** A request of a test. */
export const post = (given: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'POST',
  headers: {},
  body: '{}',
  timeoutMs: 60_000,
  keepBytes: 100,
  ...given,
})

/** What refused or failed. */
export const problem = (sent: Promise<unknown>) =>
  sent.then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (error instanceof EgressFailed) return { kind: error.kind, reason: error.reason }
      if (error instanceof EgressRefused) return { kind: 'refused', reason: error.reason }
      throw error
    },
  )
