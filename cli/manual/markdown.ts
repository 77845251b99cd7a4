/** A page of the manual as lines of a terminal. */
import { marked, type Token, type Tokens } from 'marked'
import { styled } from '../output/style'
import { inlineText, type Looks } from './inline'
import { tableLines } from './table'

/** Longer lines are hard to read, however wide the terminal is. */
const MAX_WIDTH = 100

export function renderPage(markdown: string, looks: Looks): string {
  const width = Math.min(looks.width, MAX_WIDTH)
  const lines = blocks(marked.lexer(markdown), { ...looks, width })
  return `${lines.join('\n').trimEnd()}\n`
}

function blocks(tokens: readonly Token[], looks: Looks): readonly string[] {
  return tokens.flatMap((token) => block(token, looks))
}

function block(token: Token, looks: Looks): readonly string[] {
  switch (token.type) {
    case 'heading':
      return headingLines(token as Tokens.Heading, looks)
    case 'paragraph':
      return [...wrapped(inlineText(token.tokens, looks), looks.width), '']
    case 'list':
      return [...listLines(token as Tokens.List, looks), '']
    case 'code':
      return [...token.text.split('\n').map((line: string) => `    ${line}`), '']
    case 'table':
      return [...tableLines(token as Tokens.Table, looks), '']
    case 'text':
      return wrapped(inlineText([token], looks), looks.width)
    case 'html':
    case 'space':
      return []
    default:
      return [...wrapped(token.raw.trim(), looks.width), '']
  }
}

/** By depth; headings below have none. */
const UNDERLINES = ['', '=', '-'] as const

function headingLines({ depth, tokens }: Tokens.Heading, looks: Looks): readonly string[] {
  const text = styled(inlineText(tokens, looks), 'bold', looks)
  const sign = UNDERLINES[depth]
  if (sign === undefined) return [text, '']
  const line = sign.repeat(Math.min(Bun.stringWidth(text), looks.width))
  return [text, styled(line, 'dim', looks), '']
}

function listLines(list: Tokens.List, looks: Looks): readonly string[] {
  const start = typeof list.start === 'number' ? list.start : 1
  const last = start + list.items.length - 1
  const indent = list.ordered ? `${last}. `.length : 2
  return list.items.flatMap((item, at) => {
    const mark = list.ordered ? `${start + at}. `.padStart(indent) : '- '
    const inner = blocks(item.tokens, { ...looks, width: looks.width - indent })
    const body = inner.at(-1) === '' ? inner.slice(0, -1) : inner
    return body.map((line, row) => (row === 0 ? mark : ' '.repeat(indent)) + line)
  })
}

function wrapped(text: string, width: number): readonly string[] {
  return Bun.wrapAnsi(text.replaceAll('\n', ' '), width).split('\n')
}
