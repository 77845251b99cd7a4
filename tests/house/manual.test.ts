/** The manual and the READMEs: complete, current, and without a broken link. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { marked, type Token } from 'marked'
import { SECTIONS, withTables } from '../../cli/dev/manual'
import { engines } from '../../package.json'
import { packages } from '../../package-lock.json'
import { headingAnchor, MANUAL_INDEX, manualTopics } from '../../server/domain/manual'

const ROOT = join(import.meta.dir, '../..')
const MANUAL = join(ROOT, 'web/docs')
const PAGES = readdirSync(MANUAL).filter((name) => name.endsWith('.md'))
const FOLDERS = ['cli', 'server', 'server/domain', 'db', 'web', 'tests']
const READMES = ['README.md', ...FOLDERS.map((folder) => `${folder}/README.md`)]
const FILES = [...READMES, ...PAGES.map((name) => `web/docs/${name}`)]

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const linesOf = (path: string): number => read(path).trimEnd().split('\n').length

interface Found {
  readonly links: readonly string[]
  readonly anchors: readonly string[]
}

function lookInto(path: string): Found {
  const links: string[] = []
  const anchors: string[] = []
  const visit = (token: Token): void => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href)
    if (token.type === 'heading') anchors.push(headingAnchor(token.text))
    if (token.type === 'html') {
      for (const [, href = ''] of token.text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)) {
        links.push(href)
      }
    }
  }
  marked.walkTokens(marked.lexer(read(path)), visit)
  return { links, anchors }
}

/** "" for a link that leads somewhere. */
function gapOf(link: string, from: string): string {
  if (/^https?:/.test(link)) return ''
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : relative(ROOT, join(ROOT, dirname(from), path))
  if (!existsSync(join(ROOT, target))) return `${link}: there is no ${target}`
  if (anchor === undefined) return ''
  return lookInto(target).anchors.includes(anchor) ? '' : `${link}: ${target} has no such heading`
}

describe('the manual', () => {
  // `bun cli/dev/manual.ts` writes what is missing.
  test.each(PAGES)('%s has the rows that there are', (name) => {
    const page = read(`web/docs/${name}`)
    expect(page).toBe(withTables(page))
  })

  test('has each generated part on one page', () => {
    const texts = PAGES.map((name) => read(`web/docs/${name}`)).join('\n')
    for (const name of Object.keys(SECTIONS)) {
      expect([name, texts.split(`<!-- ${name} -->\n`).length - 1]).toEqual([name, 1])
    }
  })

  test('lists every page in its index, under the title that the page has', () => {
    const topics = manualTopics(read(`web/docs/${MANUAL_INDEX}`))
    const files = topics.map(({ id }) => `${id}.md`)
    expect([MANUAL_INDEX, ...files].sort()).toEqual([...PAGES].sort())
    for (const { id, title } of topics) {
      expect(read(`web/docs/${id}.md`).split('\n')[0]).toBe(`# ${title}`)
    }
  })
})

describe('links', () => {
  test.each(FILES)('of %s lead somewhere', (path) => {
    const gaps = lookInto(path).links.map((link) => gapOf(link, path))
    expect(gaps.filter((gap) => gap !== '')).toEqual([])
  })

  test.each(FILES)('to headings of %s are unambiguous', (path) => {
    const { anchors } = lookInto(path)
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([])
  })
})

describe('a README', () => {
  test('of the whole has 200 lines at most', () => {
    expect(linesOf('README.md')).toBeLessThanOrEqual(200)
  })

  test.each(READMES.slice(1))('%s has 60 lines at most', (path) => {
    expect(linesOf(path)).toBeLessThanOrEqual(60)
  })

  test('of the domain names every folder', () => {
    const folders = readdirSync(join(ROOT, 'server/domain'), { withFileTypes: true })
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    const text = read('server/domain/README.md')
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the version of Node', () => {
  // Each alternative begins with the oldest version that it allows.
  const oldest = engines.node.split('||').map((range) => /\d+\.\d+\.\d+/.exec(range)?.[0] ?? '')

  test('is one that every package accepts', () => {
    const wanted = Object.values(packages).flatMap((row) =>
      'engines' in row && row.engines && 'node' in row.engines ? [row.engines.node] : [],
    )
    const refused = wanted.filter((range) =>
      oldest.some((version) => !Bun.semver.satisfies(version, range)),
    )
    expect(wanted.length).toBeGreaterThan(50)
    expect(refused).toEqual([])
  })

  test('is named in README', () => {
    for (const version of oldest) {
      expect(read('README.md')).toContain(`Node ${version.replace(/(?:\.0)+$/, '')}`)
    }
  })
})
