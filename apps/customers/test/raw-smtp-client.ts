import { connect, type Socket } from 'node:net'
import { eventually } from '@nameyard/testing/eventually'

/** A client that sends exactly these bytes to a mail server of this machine. */
export class RawSmtpClient {
  greeting = ''
  private heard = ''
  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => (this.heard += chunk.toString('latin1'))).on('error', () => undefined)
  }
  static async connect(port: number): Promise<RawSmtpClient> {
    const client = new RawSmtpClient(connect(port, '127.0.0.1'))
    client.greeting = await client.reply(/^(220|421) /m)
    return client
  }
  /** Waits for a reply and forgets what came before its end. */
  async reply(form: RegExp): Promise<string> {
    const [found] = await eventually(() => form.exec(this.heard) ?? undefined, `the reply ${form}`)
    this.heard = ''
    return found
  }
  say(text: string): void {
    this.socket.write(Buffer.from(text, 'latin1'))
  }
  async ask(line: string, form = /^\d{3} .*\r\n/m): Promise<string> {
    this.say(`${line}\r\n`)
    return this.reply(form)
  }
  /** Begins a message to an address. */
  async data(to: string): Promise<void> {
    await this.ask('EHLO client.example.com')
    await this.ask('MAIL FROM:<>')
    expect(await this.ask(`RCPT TO:<${to}>`)).toMatch(/^250/)
    expect(await this.ask('DATA')).toMatch(/^354/)
  }
  async ended(): Promise<void> {
    await eventually(() => this.socket.readableEnded || this.socket.destroyed, 'the end of the connection')
  }
  close(): void {
    this.socket.destroy()
  }
}
