/** The program of a thread that prints one document. */
import type { PrintedDocument } from '../domain/invoices/printed'
import type { PdfReply } from './print'
import { renderPdf } from './render'

addEventListener('message', async ({ data }: MessageEvent<PrintedDocument>) => {
  postMessage(await replyTo(data))
})

async function replyTo(document: PrintedDocument): Promise<PdfReply> {
  try {
    return { pdf: await renderPdf(document) }
  } catch (cause) {
    return { crash: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
