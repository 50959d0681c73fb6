import { Client as Sql } from 'pg'
import type { Command, SentMail } from './judge-expiry'

/** Reads the mails about expiries that were sent, and what the registry has carried out on names. */
export async function gatherExpiry(databaseUrl: string): Promise<{ mails: SentMail[]; commands: Command[] }> {
  const sql = new Sql({ connectionString: databaseUrl })
  await sql.connect()
  try {
    const mails = await sql.query<SentMail>(
      `select domain_id as "domainId", kind, expires_at as "expiresAt", sent_at as "sentAt"
       from customers.expiry_mail order by sent_at`,
    )
    const commands = await sql.query<{ name: string; command: Command['command']; at: Date; request: string }>(
      `select objects[1] as name, command, at, request from sandbox_registry.audit
       where registrar = 'nameyard' and code < 2000 and command in ('domain:update', 'domain:delete') order by id`,
    )
    return {
      mails: mails.rows,
      commands: commands.rows.map(({ request, ...command }) => ({ ...command, ...effectOf(request) })),
    }
  } finally {
    await sql.end()
  }
}

/** What an update does to the delegation of a domain (RFC 5731 section 3.2.5): `clientHold` takes it out of the DNS. */
function effectOf(request: string): Pick<Command, 'interrupts' | 'resumes'> {
  const part = (name: string) => new RegExp(`<(\\w+:)?${name}>.*?</(\\w+:)?${name}>`, 's').exec(request)?.[0] ?? ''
  return { interrupts: part('add').includes('clientHold'), resumes: part('rem').includes('clientHold') }
}
