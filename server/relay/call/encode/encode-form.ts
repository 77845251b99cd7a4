/** A form for one attempt: as it came, but for the model's name. */
import type { Dialect, UpstreamCall } from '../../formats/dialects/dialect'
import type { FormBody, FormEdit } from '../../multipart/form-body'
import type { Encoding } from './encode'
import { targetOf } from './target'

/** Overrides are of JSON bodies: what a form would need for them may have been sent already. */
const NOT_OVERRIDDEN = 'param_override'

export function encodeForm(dialect: Dialect, form: FormBody, upstreamCall: UpstreamCall): Encoding {
  const given = form.fields.get('model')?.value
  // What is billed is what is requested: the upstream's own default may be another model.
  const isMapped = upstreamCall.upstreamModel !== given
  const { headers, ...target } = targetOf(dialect, upstreamCall)
  return {
    dialect,
    target: { ...target, headers: { ...headers, 'content-type': form.contentType } },
    body: form.sent(isMapped ? [modelEdit(form, upstreamCall.upstreamModel)] : []),
    isNative: true,
    hidesUsage: false,
    losses: upstreamCall.channel.paramOverride === undefined ? [] : [NOT_OVERRIDDEN],
    packsVectors: false,
    restoration: undefined,
    upstreamCall,
  }
}

/** In the place of the name that came, else as a first part. */
function modelEdit(form: FormBody, model: string): FormEdit {
  const given = form.fields.get('model')
  if (given !== undefined) return { start: given.start, end: given.end, bytes: Buffer.from(model) }
  const head = 'Content-Disposition: form-data; name="model"'
  const bytes = Buffer.from(`--${form.boundary}\r\n${head}\r\n\r\n${model}\r\n`)
  return { start: 0, end: 0, bytes }
}
