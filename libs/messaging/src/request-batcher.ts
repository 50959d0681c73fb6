/** A request that waits to be sent, or is part of a message in flight. */
export interface Waiting {
  readonly text: string
  readonly deadline: number
  /** Set when its caller has an answer already; the request is not sent any more. */
  settled: boolean
  message?: MessageInFlight
}

/** A message counts as in flight until its first answer arrives. */
export interface MessageInFlight {
  isInFlight: boolean
}

/** Most requests in one message. More bring nothing: the measured throughput is flat beyond. */
const MOST_REQUESTS = 64

/** Most characters of one message, so that it does not delay other messages on the socket. */
const MOST_CHARACTERS = 256 * 1024

/**
 * Messages in flight above which further requests are collected. Measured: with 1 the service has too little work;
 * without a limit the messages are too small.
 */
const MOST_IN_FLIGHT = 4

/**
 * Milliseconds after which a message without an answer no longer counts as in flight, so that a slow operation does not
 * delay other requests.
 */
const IN_FLIGHT_MS = 5

/**
 * The requests of one caller to one service. Requests of the same turn of the event loop are sent in one message. While
 * enough messages are in flight, further requests are collected. A single request is sent at the end of its turn.
 */
export class RequestBatcher {
  private waiting: Waiting[] = []
  private inFlight = 0
  private scheduled = false

  constructor(private readonly send: (requests: readonly Waiting[]) => void) {}

  push(request: Waiting): void {
    this.waiting.push(request)
    this.schedule()
  }

  /** An answer of this message has arrived. */
  answered(message: MessageInFlight): void {
    if (!message.isInFlight) return
    message.isInFlight = false
    this.inFlight--
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.inFlight >= MOST_IN_FLIGHT) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      while (this.waiting.length > 0 && this.inFlight < MOST_IN_FLIGHT) this.sendOne()
    })
  }

  private sendOne(): void {
    const requests: Waiting[] = []
    let characters = 0
    let position = 0
    for (; position < this.waiting.length && requests.length < MOST_REQUESTS; position++) {
      const request = this.waiting[position]!
      if (request.settled) continue
      if (requests.length > 0 && characters + request.text.length > MOST_CHARACTERS) break
      characters += request.text.length
      requests.push(request)
    }
    this.waiting = this.waiting.slice(position)
    if (requests.length === 0) return
    const message = { isInFlight: true }
    this.inFlight++
    setTimeout(() => this.answered(message), IN_FLIGHT_MS)
    for (const request of requests) request.message = message
    this.send(requests)
  }
}
