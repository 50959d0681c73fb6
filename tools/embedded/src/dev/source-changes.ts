import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { watch } from 'chokidar'

const SCOPE = '@nameyard/'

/** An editor saves several files, or one file in steps: changes this near to each other are one. */
const SETTLE_MS = 80

interface Workspace {
  readonly name: string
  readonly dependencies: readonly string[]
}

/** Workspaces by folder (`libs/zone`), with the workspaces that each depends on. */
function workspacesIn(root: string): ReadonlyMap<string, Workspace> {
  const folders = ['libs', 'apps'].flatMap((layer) => readdirSync(join(root, layer)).map((room) => `${layer}/${room}`))
  return new Map(
    folders
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder) => {
        const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
          name: string
          dependencies?: object
        }
        return [folder, { name, dependencies: Object.keys(dependencies).filter((each) => each.startsWith(SCOPE)) }]
      }),
  )
}

/** The applications, of those given, that run code of a workspace (`libs/zone`): itself, or one that depends on it. */
export function applicationsOf<Name extends string>(root: string, folder: string, names: readonly Name[]): Name[] {
  const workspaces = workspacesIn(root)
  const byName = new Map([...workspaces.values()].map((workspace) => [workspace.name, workspace]))
  const changed = workspaces.get(folder)?.name
  const uses = (name: string, seen: Set<string>): boolean => {
    if (name === changed) return true
    if (seen.has(name)) return false
    seen.add(name)
    return byName.get(name)?.dependencies.some((each) => uses(each, seen)) ?? false
  }
  return changed === undefined ? [] : names.filter((name) => uses(`${SCOPE}${name}`, new Set()))
}

/** Calls `onChange` with the workspaces whose sources changed. Returns how to stop. */
export async function watchSources(
  root: string,
  onChange: (folders: readonly string[]) => void,
): Promise<() => Promise<void>> {
  const changed = new Set<string>()
  let settling: NodeJS.Timeout | undefined
  const sources = [...workspacesIn(root).keys()].map((folder) => join(root, folder, 'src'))
  const watcher = watch(sources, {
    ignoreInitial: true,
    ignored: (file, stats) => stats?.isFile() === true && (!file.endsWith('.ts') || file.endsWith('.spec.ts')),
  })
  watcher.on('all', (_event, path) => {
    if (!path.endsWith('.ts')) return
    const [layer, room] = relative(root, path).split(sep)
    changed.add(`${layer}/${room}`)
    clearTimeout(settling)
    settling = setTimeout(() => {
      const folders = [...changed]
      changed.clear()
      onChange(folders)
    }, SETTLE_MS)
  })
  await once(watcher, 'ready')
  return () => {
    clearTimeout(settling)
    return watcher.close()
  }
}
