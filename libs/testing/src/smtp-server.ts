import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail that the SMTP server accepted. */
export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly message: string
}

export interface SmtpServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** All recipients in the order of their `RCPT TO`, including refused ones. */
  readonly recipients: string[]
  close(): Promise<void>
}

/** Starts an SMTP server (RFC 5321) that answers each `RCPT TO` with `reply`; by default on any free port. */
export async function smtpServer(reply: (recipient: string, times: number) => string, port = 0): Promise<SmtpServer> {
  const received: ReceivedMail[] = []
  const recipients: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy()))
    const answer = (line: string) => socket.write(`${line}\r\n`)
    let from = ''
    let to = ''
    let message: string[] | undefined
    answer('220 test ESMTP')
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (message) {
        if (line !== '.') return void message.push(line)
        received.push({ from, to, message: message.join('\n') })
        message = undefined
        return answer('250 kept')
      }
      const [, verb, address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? []
      if (verb === 'DATA') {
        message = []
        return answer('354 go on')
      }
      if (verb === 'MAIL') from = address
      if (verb === 'RCPT') {
        to = address
        recipients.push(address)
        return answer(reply(address, recipients.filter((each) => each === address).length))
      }
      return answer(verb === 'QUIT' ? '221 bye' : '250 ok')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    recipients,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
