import type { Queue } from './queue'
import type { FieldTable } from './wire'

export type ExchangeType = 'direct' | 'fanout' | 'topic'

export interface Binding {
  readonly queue: Queue
  readonly routingKey: string
  readonly arguments: FieldTable
}

/** A named exchange and its bindings. */
export class Exchange {
  private readonly bindings = new Map<string, Map<Queue, Binding>>()
  private readonly patterns = new Map<string, string[]>()

  constructor(
    readonly name: string,
    readonly type: ExchangeType,
    readonly durable: boolean,
    readonly autoDelete: boolean,
    readonly predeclared = false,
  ) {}

  get isUnused(): boolean {
    return this.bindings.size === 0
  }

  *allBindings(): Generator<Binding> {
    for (const byQueue of this.bindings.values()) yield* byQueue.values()
  }

  /** Adds a binding; returns false when it exists already. */
  bind(binding: Binding): boolean {
    const { routingKey, queue } = binding
    let byQueue = this.bindings.get(routingKey)
    if (!byQueue) {
      this.bindings.set(routingKey, (byQueue = new Map()))
      if (this.type === 'topic') this.patterns.set(routingKey, routingKey.split('.'))
    }
    if (byQueue.has(queue)) return false
    byQueue.set(queue, binding)
    return true
  }

  unbind(queue: Queue, routingKey: string): boolean {
    const byQueue = this.bindings.get(routingKey)
    if (!byQueue?.delete(queue)) return false
    if (byQueue.size === 0) {
      this.bindings.delete(routingKey)
      this.patterns.delete(routingKey)
    }
    return true
  }

  /** Removes every binding of a deleted queue; returns whether there was one. */
  forget(queue: Queue): boolean {
    const keys = [...this.bindings].filter(([, byQueue]) => byQueue.has(queue)).map(([routingKey]) => routingKey)
    for (const key of keys) this.unbind(queue, key)
    return keys.length > 0
  }

  /** Adds the queues of a routing key. A queue with several matching bindings gets the message once. */
  route(routingKey: string, into: Set<Queue>): void {
    if (this.type === 'direct') return collect(this.bindings.get(routingKey), into)
    if (this.type === 'fanout') {
      for (const byQueue of this.bindings.values()) collect(byQueue, into)
      return
    }
    const words = routingKey.split('.')
    for (const [key, pattern] of this.patterns) {
      if (matchesTopic(pattern, words)) collect(this.bindings.get(key), into)
    }
  }
}

function collect(byQueue: Map<Queue, Binding> | undefined, into: Set<Queue>): void {
  if (byQueue) for (const queue of byQueue.keys()) into.add(queue)
}

/** Topic matching (AMQP 0-9-1, 3.1.3.3): `*` is exactly one word, `#` any number of words, none included. */
export function matchesTopic(pattern: readonly string[], words: readonly string[]): boolean {
  // The position after the last `#` and the word it was tried at. Greedy matching with one step back is linear in
  // practice; plain recursion is exponential for hostile keys.
  let p = 0
  let w = 0
  let resumePattern = -1
  let resumeWord = 0
  while (w < words.length) {
    if (pattern[p] === '#') {
      resumePattern = ++p
      resumeWord = w
    } else if (p < pattern.length && (pattern[p] === '*' || pattern[p] === words[w])) {
      p++
      w++
    } else if (resumePattern >= 0) {
      p = resumePattern
      w = ++resumeWord
    } else {
      return false
    }
  }
  while (pattern[p] === '#') p++
  return p === pattern.length
}
