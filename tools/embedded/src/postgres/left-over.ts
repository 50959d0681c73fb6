import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What a postmaster writes into `postmaster.pid`, line by line; a starting one has not written all of it. */
export interface Postmaster {
  readonly pid: number
  readonly isReady: boolean
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Stops the postmaster that a killed supervisor left behind, or removes the trace of one that was killed itself.
 * The number in the file may belong to another process by now: only one that works in this cluster is touched.
 */
export async function stopLeftOver(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  const { pid } = postmaster
  if (isPostmasterOf(cluster, pid)) {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; isPostmasterOf(cluster, pid); waited += 20) {
      if (waited === 10_000) process.kill(pid, 'SIGQUIT')
      await pause(20)
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}
