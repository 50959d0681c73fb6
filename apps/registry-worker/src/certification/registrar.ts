import { randomUUID } from 'node:crypto'
import type { Command } from '@nameyard/epp/command'
import type { Response } from '@nameyard/epp/response'
import type { RegistryTld } from '../dialects/dialect'
import { agreedTld } from '../dialects/tld-rules'
import type { Registry } from '../registries/registry'
import type { OpenedSession, TestSessions } from '../sessions/test-sessions'
import type { Frame } from './step'

/** A registrar in a test: an account with one session. */
export class Registrar {
  private opened: OpenedSession | undefined
  private agreed: RegistryTld

  constructor(
    readonly registry: Registry,
    private readonly rules: RegistryTld,
    private readonly sessions: TestSessions,
    private readonly note: (frame: Frame) => void,
  ) {
    this.agreed = rules
  }

  /** Its identifier as the sponsor of objects. */
  get id(): string {
    return this.registry.registrarId
  }

  /** The rules of the extension, limited to what the session agreed on. */
  get tld(): RegistryTld {
    return this.agreed
  }

  async logIn(): Promise<void> {
    const registrar = this.registry.connection.clientId
    this.opened = await this.sessions.open(this.registry, (frame) => this.note({ registrar, ...frame }))
    this.agreed = agreedTld(this.rules, this.opened.session.extensions)
  }

  /** Sends a command in the dialect of the registry. Logs in first, when a command has ended the session. */
  async send<Data>(command: Command<Data>): Promise<Response<Data>> {
    if (!this.opened?.session.isOpen) {
      await this.end()
      await this.logIn()
    }
    const { tld } = this
    return this.opened!.session.transact(tld.dialect.finish(command, tld), { clTRID: `certify-${randomUUID()}` })
  }

  /** Logs out. Never rejects. */
  async end(): Promise<void> {
    const { opened } = this
    this.opened = undefined
    await opened?.end()
  }
}
