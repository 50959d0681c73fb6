import type { ClientBase } from 'pg'

/** An account that may log in. */
export interface Registrar {
  readonly clID: string
  readonly passwordHash: string
  readonly certificateSha256: string | null
}

export async function findRegistrar(db: ClientBase, clID: string): Promise<Registrar | undefined> {
  const { rows } = await db.query<Registrar>(
    `select cl_id as "clID", password_hash as "passwordHash", certificate_sha256 as "certificateSha256"
     from sandbox_registry.registrar where cl_id = $1`,
    [clID],
  )
  return rows[0]
}

export async function changePassword(db: ClientBase, clID: string, passwordHash: string): Promise<void> {
  await db.query('update sandbox_registry.registrar set password_hash = $2 where cl_id = $1', [clID, passwordHash])
}
