import { FrameParser, type Frame } from './frames'
import { readHeader, readProperties, withHeaders, withReplyTo } from './message'
import { decodeMethod, encodeMethod } from './methods'
import { Decimal, encodeTable, Reader, Timestamp, type FieldTable } from './wire'

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex')

describe('field tables', () => {
  it('reads every type RabbitMQ writes', () => {
    const table = hex(
      `000000 4d
       0174 74 01  0162 62 ff  0142 42 ff  0173 73 fffe  0175 75 fffe  0149 49 fffffffd  0169 69 fffffffd
       016c 6c fffffffffffffffc  0164 64 3fe0000000000000  0144 44 02 0000007b  0153 53 00000002 c3a9
       0154 54 0000000000000007  0156 56`,
    )
    table.writeUInt32BE(table.length - 4)
    expect(new Reader(table).table()).toEqual(
      Object.assign(Object.create(null), {
        t: true,
        b: -1,
        B: 255,
        s: -2,
        u: 65534,
        I: -3,
        i: 4294967293,
        l: -4,
        d: 0.5,
        D: new Decimal(2, 123),
        S: 'é',
        T: new Timestamp(7),
        V: null,
      }),
    )
  })

  it('reads back what it writes', () => {
    const table: FieldTable = {
      text: 'é',
      yes: true,
      large: 2 ** 40,
      huge: 2n ** 62n,
      negative: -1,
      half: 0.5,
      nothing: null,
      time: new Timestamp(1_700_000_000),
      price: new Decimal(2, 1999),
      bytes: Buffer.from([0, 1, 255]),
      list: [1, 'two', [3]],
      table: { inner: { deep: false } },
    }
    const read = new Reader(encodeTable(table)).table()
    expect(JSON.parse(JSON.stringify(read, printable))).toEqual(JSON.parse(JSON.stringify(table, printable)))
  })

  it('treats a field named __proto__ as an ordinary field', () => {
    const table = new Reader(encodeTable(JSON.parse('{"__proto__":{"polluted":true}}'))).table()
    expect(Object.keys(table)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it.each([
    ['a value that reaches past the end', '00000007 0161 53 000000ff', 'truncated'],
    ['an unknown type', '00000003 0161 3f', 'unknown field type'],
    ['a table longer than its frame', '000000ff 0161', 'truncated'],
  ])('refuses %s', (_what, bytes, reason) => {
    expect(() => new Reader(hex(bytes)).table()).toThrow(reason)
  })

  it('refuses deep nesting instead of overflowing the stack', () => {
    let table: FieldTable = {}
    for (let depth = 0; depth < 40; depth++) table = { inner: table }
    expect(() => new Reader(encodeTable(table)).table()).toThrow('nested too deeply')
  })
})

describe('methods', () => {
  it('encodes queue.declare-ok as in the specification', () => {
    const payload = encodeMethod('queue.declare-ok', { queue: 'q', messageCount: 2, consumerCount: 1 })
    expect(payload.toString('hex')).toBe('0032000b' + '0171' + '00000002' + '00000001')
  })

  it('packs neighbouring bits into one octet, the first in the lowest bit', () => {
    const args = {
      ticket: 0,
      queue: 'q',
      passive: false,
      durable: true,
      exclusive: false,
      autoDelete: true,
      nowait: true,
    }
    const payload = encodeMethod('queue.declare', { ...args, arguments: {} })
    expect(payload.toString('hex')).toBe('0032000a' + '0000' + '0171' + '1a' + '00000000')
    expect(decodeMethod(new Reader(payload))).toEqual({
      name: 'queue.declare',
      args: { ...args, arguments: Object.create(null) },
    })
  })

  it('refuses unknown methods with 540', () => {
    expect(() => decodeMethod(new Reader(hex('00630001')))).toThrow('NOT_IMPLEMENTED - method 99.1 is unknown')
  })
})

describe('frames', () => {
  const frames = (parser: FrameParser, bytes: Buffer): Frame[] => [...parser.push(bytes)]
  const heartbeat = hex('08 0000 00000000 ce')
  const body = hex('03 0007 00000003 616263 ce')

  it('splits frames correctly wherever a chunk ends', () => {
    const bytes = Buffer.concat([heartbeat, body, heartbeat])
    for (let cut = 0; cut <= bytes.length; cut++) {
      const parser = new FrameParser(4096)
      const taken = [...frames(parser, bytes.subarray(0, cut)), ...frames(parser, bytes.subarray(cut))]
      expect(taken.map(({ type, channel, payload }) => [type, channel, payload.toString()])).toEqual([
        [8, 0, ''],
        [3, 7, 'abc'],
        [8, 0, ''],
      ])
    }
  })

  it.each([
    ['larger than agreed', '03 0001 00ffffff', 'larger than agreed'],
    ['without its end octet', '08 0000 00000000 00', 'end octet'],
  ])('refuses a frame %s', (_what, bytes, reason) => {
    expect(() => frames(new FrameParser(4096), hex(bytes))).toThrow(`FRAME_ERROR - `)
    expect(() => frames(new FrameParser(4096), hex(bytes))).toThrow(reason)
  })

  it('drops all bytes after a malformed frame, so that they take no memory', () => {
    const parser = new FrameParser(4096)
    expect(() => frames(parser, hex('08 0000 00000000 00'))).toThrow('end octet')
    expect(frames(parser, Buffer.concat([heartbeat, Buffer.alloc(10_000, 0xff)]))).toEqual([])
    expect(frames(parser, heartbeat)).toEqual([])
  })
})

describe('message properties', () => {
  // content-type, headers {a: true}, delivery-mode 2, correlation-id, reply-to, expiration
  const block = hex('b700 0474657874 00000004 016174 01 02 0163 0172 023530')

  it('reads the properties that the broker uses', () => {
    expect(readProperties(block)).toMatchObject({ persistent: true, replyTo: 'r', expiration: '50' })
    expect(readHeader(readProperties(block).headers, 'a')).toBe(true)
  })

  it('replaces reply-to and nothing else', () => {
    const changed = withReplyTo(block, readProperties(block).replyToSpan, 'somewhere')
    expect(readProperties(changed)).toMatchObject({ persistent: true, replyTo: 'somewhere', expiration: '50' })
    expect(changed.subarray(0, 10)).toEqual(block.subarray(0, 10))
  })

  it('sets headers, keeps other headers and removes the expiration', () => {
    const changed = withHeaders(block, { b: 'new' })
    const { headers, expiration, replyTo } = readProperties(changed)
    expect([readHeader(headers, 'a'), readHeader(headers, 'b'), expiration, replyTo]).toEqual([
      true,
      'new',
      undefined,
      'r',
    ])
    expect(readHeader(readProperties(withHeaders(hex('0000'), { a: 1 })).headers, 'a')).toBe(1)
  })
})

function printable(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
