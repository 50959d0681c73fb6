import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The lines of `postmaster.pid`. A postmaster that is starting has not written all of them. */
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
 * Stops the postmaster of a supervisor that was killed, or removes the pid file of a postmaster that was killed. The
 * process id in the file may belong to another process by now, so only a process of this cluster is stopped.
 */
export async function stopLeftOver(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  const { pid } = postmaster
  if (worksIn(cluster, pid)) {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; worksIn(cluster, pid); waited += 20) {
      if (waited === 10_000) process.kill(pid, 'SIGQUIT')
      await pause(20)
    }
  }
  await endOrphans(cluster)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/**
 * A busy session continues after its postmaster was killed. It would write to the same files as the next server, which
 * detects such sessions only by the file that is removed here.
 */
async function endOrphans(cluster: string): Promise<void> {
  for (let waited = 0, left = processesOf(cluster); left.length > 0; waited += 20, left = processesOf(cluster)) {
    if (waited === 0) end(left, 'SIGQUIT')
    if (waited === 5_000) end(left, 'SIGKILL')
    await pause(20)
  }
}

function end(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended already.
    }
  }
}

/** The PostgreSQL processes of this cluster; known on Linux only. */
function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => worksIn(cluster, pid) && programOf(pid) === 'postgres')
}

function programOf(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return ''
  }
}

function worksIn(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}
