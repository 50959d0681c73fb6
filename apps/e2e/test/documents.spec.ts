import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { describeInBrowser, openBrowser } from '../src/browser'
import { root } from '../src/run'

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  ...['apps', 'libs', 'tools'].flatMap((layer) =>
    readdirSync(join(root, layer)).map((room) => `${layer}/${room}/README.md`),
  ),
].filter((file) => existsSync(join(root, file)))

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (file: string) => [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

it.each(documents)('%s links to files and headings that exist', (file) => {
  const links = [...textOf(file).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)]
  const broken = links.filter(([, path, anchor]) => {
    const target = path ? resolve(root, dirname(file), path) : join(root, file)
    if (!existsSync(target)) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target.slice(root.length + 1)).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

it('CONTRIBUTING.md names only commands and files that exist', () => {
  const text = textOf('CONTRIBUTING.md')
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }
  const commands = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const paths = [...text.matchAll(/`((?:apps|libs|tools)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const diagrams = documents.flatMap((file) =>
  [...textOf(file).matchAll(/^```mermaid\n([^]*?)^```$/gm)].map(
    ([, diagram], at) => [`${file}, diagram ${at + 1}`, diagram!] as const,
  ),
)

describeInBrowser('diagrams', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
    await page.setContent('<body></body>')
    await page.addScriptTag({ path: require.resolve('mermaid/dist/mermaid.min.js') })
  })

  afterAll(() => browser.close())

  it.each(diagrams)('%s renders', async (_name, diagram) => {
    const svg = await page.evaluate(async (text) => {
      const { mermaid } = globalThis as unknown as {
        mermaid: { render(id: string, text: string): Promise<{ svg: string }> }
      }
      return (await mermaid.render('diagram', text)).svg
    }, diagram)
    expect(svg).toMatch(/^<svg/)
  })

  it('a diagram with a mistake does not render', async () => {
    const drawn = page.evaluate(async () => {
      const { mermaid } = globalThis as unknown as { mermaid: { parse(text: string): Promise<unknown> } }
      await mermaid.parse('sequenceDiagram\n  a ->>> b')
    })
    await expect(drawn).rejects.toThrow()
  })
})
