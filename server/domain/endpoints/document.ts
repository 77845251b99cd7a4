/** The description of the API itself. */
import { Type } from '@sinclair/typebox'
import { type BareContent, endpoint } from './endpoint'

interface Shown {
  readonly bare: BareContent
  readonly summary: string
}

function page<const Id extends string, const Path extends `/api/${string}`>(
  id: Id,
  path: Path,
  shown: Shown,
) {
  return endpoint({
    id,
    method: 'GET',
    path,
    role: 'anonymous',
    data: Type.Unknown(),
    ...shown,
    example: undefined,
  })
}

/** Their answers are documents, without the envelope. */
export const documentEndpoints = [
  page('document.openapi', '/api/openapi.json', {
    bare: 'application/json',
    summary: 'This document, as OpenAPI 3.1.',
  }),
  page('document.page', '/api/docs', {
    bare: 'text/html',
    summary: 'A page that shows this document.',
  }),
  page('document.script', '/api/docs.js', {
    bare: 'text/javascript',
    summary: 'Script of that page.',
  }),
  page('document.style', '/api/docs.css', { bare: 'text/css', summary: 'Style of that page.' }),
] as const
