import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** What an SMTP server took. */
export interface TakenMail {
  readonly from: string
  readonly to: string
  readonly message: string
}

export interface SmtpServer {
  readonly url: string
  readonly taken: TakenMail[]
  /** Recipients that were asked for, also those that were refused. */
  readonly asked: string[]
  close(): Promise<void>
}

/** An SMTP server (RFC 5321) that answers each `RCPT TO` as it is told; at a port of its own when none is given. */
export async function smtpServer(reply: (recipient: string, times: number) => string, port = 0): Promise<SmtpServer> {
  const taken: TakenMail[] = []
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy()))
    const say = (line: string) => socket.write(`${line}\r\n`)
    let from = ''
    let to = ''
    let message: string[] | undefined
    say('220 test ESMTP')
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (message) {
        if (line !== '.') return void message.push(line)
        taken.push({ from, to, message: message.join('\n') })
        message = undefined
        return say('250 kept')
      }
      const [, verb, address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? []
      if (verb === 'DATA') {
        message = []
        return say('354 go on')
      }
      if (verb === 'MAIL') from = address
      if (verb === 'RCPT') {
        to = address
        asked.push(address)
        return say(reply(address, asked.filter((each) => each === address).length))
      }
      return say(verb === 'QUIT' ? '221 bye' : '250 ok')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
