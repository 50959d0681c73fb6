/** The answer of every success; `data` holds the operation's result. */
export interface Envelope<Data> {
  readonly code: 0
  readonly data: Data
  readonly desc: ''
  readonly maintenance: boolean
  readonly warnings: readonly Warning[]
}

/** A warning beside a success. */
export interface Warning {
  readonly code: number
  readonly data: string
  readonly desc: string
}

/** The answer of every failure, in this order of keys; the whole body is at most 120 characters. */
export interface ErrorEnvelope {
  readonly desc: string
  readonly code: number
  readonly data: ''
}
