/** What is issued about an order, and the ranges that its numbers are from. */
import type { TextKey } from '../i18n/translate'

/** A correction takes a credit note back, because the money of the refund returned. */
export const DOCUMENT_KINDS = ['invoice', 'credit_note', 'correction'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export type NumberSeries = 'invoice' | 'credit_note'

export const SERIES_OF: Readonly<Record<DocumentKind, NumberSeries>> = {
  invoice: 'invoice',
  credit_note: 'credit_note',
  correction: 'invoice',
}

export const KIND_TEXTS = {
  invoice: 'invoice.kind_invoice',
  credit_note: 'invoice.kind_credit_note',
  correction: 'invoice.kind_correction',
} as const satisfies Record<DocumentKind, TextKey>

export function isDocumentKind(name: string): name is DocumentKind {
  return DOCUMENT_KINDS.some((kind) => kind === name)
}
