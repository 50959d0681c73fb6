/** Octets of a frame before its payload: type, channel and size of the payload (AMQP 0-9-1, section 4.2.3). */
const HEADER = 7
const SIZE_AT = 3
/** Octets of a frame beside its payload: the header and the frame end. */
const BESIDE = HEADER + 1

/** The parts of a connection of `amqplib` that its types leave out. */
export interface Reading {
  readonly stream: { read(): Buffer | null }
  /** What was read and is not a whole frame yet. */
  rest: Buffer
  /** Larger frames are refused. */
  readonly maxFrameSize: number
  /** Tells the heartbeat that the peer lives. */
  recvSinceLastCheck: boolean
  /** The next frame; false while it is not whole. */
  recvFrame(): unknown
}

/**
 * Makes a connection join the bytes of a frame once, when all of it has arrived. `amqplib` joins what it has with each
 * piece that arrives: an answer of 70 kB was copied several times, and the copies made the garbage collector run often.
 */
export function joinFramesOnce(connection: Reading): void {
  const { recvFrame } = connection
  let pieces: Buffer[] = []
  let length = 0
  connection.recvFrame = function (this: Reading) {
    const { rest, stream } = this
    if (rest.length < HEADER) return recvFrame.call(this)
    const size = rest.readUInt32BE(SIZE_AT)
    const whole = size + BESIDE
    if (rest.length >= whole || size > this.maxFrameSize) return recvFrame.call(this)
    if (pieces.length === 0) {
      pieces = [rest]
      length = rest.length
    }
    while (length < whole) {
      const piece = stream.read()
      if (piece === null) return false
      this.recvSinceLastCheck = true
      pieces.push(piece)
      length += piece.length
    }
    const last = pieces.at(-1)!
    const end = last.length - (length - whole)
    this.rest = Buffer.concat(pieces, whole)
    pieces = []
    const frame = recvFrame.call(this)
    this.rest = last.subarray(end)
    return frame
  }
}
