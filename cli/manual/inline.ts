/** Inline Markdown as text of a terminal. */
import type { Token, Tokens } from 'marked'
import { manualLink } from '../../server/domain/manual'
import { styled } from '../output/style'
import { INDEX_TOPIC } from './pages'

export interface Looks {
  /** Columns of the terminal. */
  readonly width: number
  /** Allows bold and colours. */
  readonly color: boolean
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)

export function inlineText(tokens: readonly Token[] | undefined, looks: Looks): string {
  return (tokens ?? []).map((token) => inlineToken(token, looks)).join('')
}

function inlineToken(token: Token, looks: Looks): string {
  switch (token.type) {
    case 'strong':
      return styled(inlineText(token.tokens, looks), 'bold', looks)
    case 'em':
      return styled(inlineText(token.tokens, looks), 'underline', looks)
    case 'codespan':
      return looks.color ? styled(plain(token.text), 'cyan', looks) : `\`${plain(token.text)}\``
    case 'link':
      return linkText(token as Tokens.Link, looks)
    case 'html':
      return { '<sup>': '[', '</sup>': ']' }[token.raw] ?? ''
    case 'br':
      return '\n'
    default:
      if (token.type === 'text' && 'tokens' in token && token.tokens) {
        return inlineText(token.tokens, looks)
      }
      return plain('text' in token ? token.text : token.raw)
  }
}

/** A page is named as it is opened here; an address elsewhere is shown. */
function linkText({ href, tokens }: Tokens.Link, looks: Looks): string {
  const text = inlineText(tokens, looks)
  if (href.startsWith('#')) return text
  if (/^https?:/.test(href)) return text === href ? text : `${text} (${href})`
  const target = manualLink(href, '')
  if (target === undefined) return text
  const topic = target.topic === '' ? INDEX_TOPIC : target.topic
  return `${text} ${styled(`(gw help ${topic})`, 'dim', looks)}`
}
