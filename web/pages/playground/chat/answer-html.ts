/** Turns the Markdown of an answer into HTML, block by block; the HTML is not clean yet. */
import { Marked, type RendererObject, type Tokens } from 'marked'

/** HTML of coloured code, or `undefined` for a language that is not known. */
export type Highlight = (code: string, language: string) => string | undefined

export interface AnswerLooks {
  readonly highlight: Highlight | undefined
  /** On the button of each piece of code. */
  readonly copyLabel: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}

/** The sources of the blocks. Only the last one changes while an answer grows. */
export function blocksOf(markdown: string): readonly string[] {
  const tokens = new Marked().lexer(markdown)
  const shown = tokens.filter(({ type }) => type !== 'space' && type !== 'def')
  const targets = tokens.filter(({ type }) => type === 'def').map(({ raw }) => raw)
  return shown.map(({ raw }) => [raw, ...targets].join('\n\n'))
}

/** Whether colours would make a difference. */
export function hasCode(markdown: string): boolean {
  return /^\s*(?:```|~~~)/m.test(markdown)
}

export function answerReader(looks: AnswerLooks): (block: string) => string {
  const marked = new Marked({ async: false, gfm: true, renderer: rendererOf(looks) })
  return (block) => marked.parse(block, { async: false })
}

function rendererOf({ highlight, copyLabel }: AnswerLooks): RendererObject {
  return {
    code({ text, lang = '' }) {
      const language = /^\S*/.exec(lang)?.[0] ?? ''
      const body = highlight?.(text, language) ?? escaped(text)
      const button = `<button type="button" data-copy>${escaped(copyLabel)}</button>`
      const head = `<figcaption><span>${escaped(language)}</span>${button}</figcaption>`
      const code = `<pre tabindex="0"><code>${body}</code></pre>`
      return `<figure class="answer-code">${head}${code}</figure>`
    },
    // What looks like HTML is most often code that the model forgot to mark.
    html({ text, block }: Tokens.HTML | Tokens.Tag) {
      if (/^<br\s*\/?>$/i.test(text.trim())) return '<br>'
      return block ? `<p>${escaped(text)}</p>` : escaped(text)
    },
    // A picture from elsewhere would tell that place who reads this; a link leaves the choice.
    image({ href, text }) {
      const label = escaped(text === '' ? href : text)
      if (/^data:image\//i.test(href)) return `<img src="${escaped(href)}" alt="${label}">`
      return `<a href="${escaped(href)}">${label}</a>`
    },
  }
}
