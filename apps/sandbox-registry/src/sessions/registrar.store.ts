import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** An account that may log in. */
export interface Registrar {
  readonly clID: string
  readonly passwordHash: string
  readonly certificateSha256: string | null
}

const FIND = statement<{ clID: string }, Registrar>(
  'sandbox.find-registrar',
  ({ clID }) => sql`
    select cl_id as "clID", password_hash as "passwordHash", certificate_sha256 as "certificateSha256"
    from sandbox_registry.registrar where cl_id = ${clID}`,
)

const CHANGE_PASSWORD = statement<{ clID: string; passwordHash: string }>(
  'sandbox.change-password',
  ({ clID, passwordHash }) => sql`
    update sandbox_registry.registrar set password_hash = ${passwordHash} where cl_id = ${clID}`,
)

export async function findRegistrar(db: ClientBase, clID: string): Promise<Registrar | undefined> {
  const [registrar] = await read(db, FIND, { clID })
  return registrar
}

export async function changePassword(db: ClientBase, clID: string, passwordHash: string): Promise<void> {
  await write(db, CHANGE_PASSWORD, { clID, passwordHash })
}
