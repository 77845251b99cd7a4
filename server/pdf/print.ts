/** Prints a document in a thread of its own, which ends with it: no call waits for letters. */
import type { PrintedDocument } from '../domain/invoices/printed'
import { threadEntry } from '../domain/thread-entry'
import type { PrintPdf } from '../services/service-deps'

export interface PdfReply {
  readonly pdf?: Uint8Array<ArrayBuffer>
  /** A fault of ours, as text. */
  readonly crash?: string
}

const PRINT_MS = 60_000

export const printPdf: PrintPdf = async (document: PrintedDocument) => {
  const { promise, resolve, reject } = Promise.withResolvers<PdfReply>()
  const thread = new Worker(threadEntry('server/pdf/thread.ts'))
  thread.onmessage = ({ data }: MessageEvent<PdfReply>) => resolve(data)
  thread.onerror = ({ message }) => reject(new Error(message))
  const timer = setTimeout(() => reject(new Error('it took too long to print')), PRINT_MS)
  try {
    thread.postMessage(document)
    const { pdf, crash } = await promise
    if (pdf === undefined) throw new Error(crash)
    return pdf
  } finally {
    clearTimeout(timer)
    thread.terminate()
  }
}
