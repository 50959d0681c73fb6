import { encodeFrame, FrameDecoder, FrameError, MAX_FRAME_OCTETS } from './frame'

const header = (total: number) => {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(total)
  return octets
}

describe('encodeFrame', () => {
  it('counts the header itself and the octets, not the characters, of the document', () => {
    expect(encodeFrame('<é/>')).toEqual(Buffer.concat([header(9), Buffer.from('<é/>')]))
  })

  it.each([
    ['an empty document', ''],
    ['a document above the limit', Buffer.alloc(MAX_FRAME_OCTETS - 3)],
  ])('refuses %s', (_what, xml) => {
    expect(() => encodeFrame(xml)).toThrow(FrameError)
  })
})

describe('FrameDecoder', () => {
  const documents = ['<a/>', '<épp/>', `<c>${'x'.repeat(5000)}</c>`]
  const stream = Buffer.concat(documents.map(encodeFrame))

  it.each([1, 2, 3, 5, 7, 1000, stream.length])('returns every document from chunks of %i octets', (size) => {
    const decoder = new FrameDecoder()
    const seen: string[] = []
    for (let at = 0; at < stream.length; at += size)
      seen.push(...decoder.push(stream.subarray(at, at + size)).map((document) => document.toString('utf8')))
    expect(seen).toEqual(documents)
  })

  it('waits for the rest of a frame', () => {
    expect(new FrameDecoder().push(stream.subarray(0, 6))).toEqual([])
  })

  it('does not overwrite a returned document when the next chunk arrives', () => {
    const decoder = new FrameDecoder()
    const two = Buffer.concat([encodeFrame('<a/>'), encodeFrame('<b/>')])
    const [first] = decoder.push(two.subarray(0, 10))
    decoder.push(two.subarray(10))
    expect(first?.toString()).toBe('<a/>')
  })

  it.each([
    ['zero', 0],
    ['less than its own header', 3],
    ['no document', 4],
    ['four gigabytes', 0xffffffff],
    ['one octet above the limit', MAX_FRAME_OCTETS + 1],
    ['the start of an HTTP answer', Buffer.from('HTTP').readUInt32BE()],
  ])('refuses a length of %s', (_what, total) => {
    expect(() => new FrameDecoder().push(header(total))).toThrow(FrameError)
  })
})
