/**
 * The manual for the console: each page of web/docs as HTML, and the texts of all of them to be
 * searched. A browser reads one page at a time, and what is searched when somebody searches.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import {
  headingAnchor,
  MANUAL_INDEX,
  type ManualTopic,
  manualLink,
  manualTopics,
  SKILL_FILE,
} from '../../server/domain/manual'
import { MANUAL_PATH, type ManualPage, type ManualPart, type ManualSection } from '../api/manual'
import { llmsText } from './llms'

export const MANUAL = join(import.meta.dirname, '../docs')

export function readManualTopics(): readonly ManualTopic[] {
  return manualTopics(readFileSync(join(MANUAL, MANUAL_INDEX), 'utf8'))
}

/** `place` is the folder of the files as an address. */
export function manual(place: string): Plugin {
  return {
    name: 'gw-manual',
    /** While the console is worked on, a page is made on request. */
    configureServer(server) {
      server.middlewares.use(place, (request, response) => {
        const name = /^\/([\w-]+)\.json/.exec(request.url ?? '')?.[1] ?? ''
        response.setHeader('content-type', 'application/json')
        response.end(manualFiles().get(name) ?? 'null')
      })
    },
    generateBundle() {
      for (const [name, source] of manualFiles()) {
        this.emitFile({ type: 'asset', fileName: `${place.slice(1)}/${name}.json`, source })
      }
      for (const [fileName, source] of agentFiles()) {
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

/** JSON by name: the index, each page, and what is searched. */
function manualFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const sections: ManualSection[] = []
  const read = (name: string): string => readFileSync(join(MANUAL, name), 'utf8')
  files.set('index', JSON.stringify(pageOf(read(MANUAL_INDEX), '')))
  for (const { id } of readManualTopics()) {
    const markdown = read(`${id}.md`)
    files.set(id, JSON.stringify(pageOf(markdown, id)))
    sections.push(...sectionsOf(markdown, id))
  }
  files.set('search', JSON.stringify(sections))
  return files
}

/** Under fixed addresses: the manual as it is written, its contents, and the skill. */
function agentFiles(): ReadonlyMap<string, string> {
  const topics = readManualTopics()
  const pages = [MANUAL_INDEX, ...topics.map(({ id }) => `${id}.md`)]
  return new Map([
    ['llms.txt', llmsText(topics)],
    [SKILL_FILE, readFileSync(join(MANUAL, SKILL_FILE), 'utf8')],
    ...pages.map((name) => [`docs/${name}`, readFileSync(join(MANUAL, name), 'utf8')] as const),
  ])
}

function pageOf(markdown: string, topic: string): ManualPage {
  const marked = new Marked({ async: false, gfm: true, renderer: rendererOf(topic) })
  const tokens = marked.lexer(markdown)
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading')
  const parts: ManualPart[] = []
  let open: Token[] = []
  const close = (): void => {
    const html = marked.parser(open).trim()
    if (html !== '') parts.push({ html })
    open = []
  }
  for (const token of tokens) {
    if (token.type !== 'code') {
      open.push(token)
      continue
    }
    close()
    parts.push({ code: token.text })
  }
  close()
  return {
    title: titleOf(headings),
    headings: headings
      .filter(({ depth }) => depth === 2)
      .map(({ text }) => ({ anchor: headingAnchor(text), title: plainText(text) })),
    parts,
  }
}

const titleOf = ([first]: readonly Tokens.Heading[]): string => plainText(first?.text ?? '')

function plainText(markdown: string): string {
  return markdown.replace(/[`*]/g, '')
}

/** Links lead to pages of the console; tables scroll by themselves, also by keyboard. */
function rendererOf(topic: string): RendererObject {
  return {
    heading({ depth, text, tokens }) {
      const anchor = headingAnchor(text)
      const inner = this.parser.parseInline(tokens)
      if (depth === 1) return `<h1>${inner}</h1>`
      const link = `<a class="docs-anchor" href="#${anchor}" aria-hidden="true" tabindex="-1">#</a>`
      return `<h${depth} id="${anchor}">${inner}${link}</h${depth}>`
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens)
      if (/^https?:/.test(href)) return `<a href="${href}" rel="noreferrer">${inner}</a>`
      const target = manualLink(href, topic)
      if (target === undefined) return inner
      const path = target.topic === '' ? MANUAL_PATH : `${MANUAL_PATH}/${target.topic}`
      return `<a href="${path}${target.anchor}">${inner}</a>`
    },
    table({ header, rows }) {
      const line = (cells: readonly Tokens.TableCell[], tag: string) => {
        const inner = cells.map(({ tokens }) => this.parser.parseInline(tokens))
        return `<tr>${inner.map((html) => `<${tag}>${html}</${tag}>`).join('')}</tr>`
      }
      const head = `<thead>${line(header, 'th')}</thead>`
      const body = `<tbody>${rows.map((row) => line(row, 'td')).join('')}</tbody>`
      return `<div class="docs-table" tabindex="0"><table>${head}${body}</table></div>`
    },
    // Marks of generated parts.
    html({ raw }) {
      return raw.startsWith('<!--') ? '' : raw
    },
  }
}

/** What stands below each heading, as one line of text. */
function sectionsOf(markdown: string, topic: string): readonly ManualSection[] {
  const tokens = new Marked().lexer(markdown)
  const page = titleOf(tokens.filter((token): token is Tokens.Heading => token.type === 'heading'))
  const sections: { anchor: string; heading: string; texts: string[] }[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText(token.text)
      const anchor = token.depth === 1 ? '' : headingAnchor(token.text)
      sections.push({ anchor, heading, texts: [] })
    } else if (token.type !== 'space' && token.type !== 'html') {
      sections.at(-1)?.texts.push(searchText(token.raw))
    }
  }
  return sections.map(({ anchor, heading, texts }) => {
    return { topic, page, anchor, heading, text: texts.join(' ') }
  })
}

/** Without the signs of Markdown. */
function searchText(markdown: string): string {
  return markdown
    .replace(/^\|(?:-+\|)+$/gm, '')
    .replace(/^ *(?:-|\d+\.) /gm, '')
    .replace(/```\w*(?: run)?/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/<\/?sup>/g, '')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
