import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../src/run'

/** The MCP server as a process that assistants reach over HTTP. */
export interface AssistantServer {
  /** Its URL, to which the path of a profile is added. */
  readonly address: string
  close(): Promise<void>
}

/** Starts the MCP server in front of the gateway with this URL, with further settings. */
export async function startAssistantServer(
  gateway: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<AssistantServer> {
  const server = spawn(process.execPath, ['apps/mcp/dist/main.js'], {
    cwd: root,
    env: { ...process.env, NAMEYARD_URL: gateway, MCP_HTTP_PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output] = (await once(server.stderr, 'data')) as [Buffer]
  return {
    address: /http:\S+/.exec(output.toString())![0],
    async close() {
      if (server.kill()) await once(server, 'exit')
    },
  }
}
