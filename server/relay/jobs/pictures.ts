/** Pictures that a client sends along, as providers want them. */

import type { Media, WantedFile } from '../call/bodies/inline-files'
import type { VideoOrder } from './job-order'
import type { FormPart } from './provider'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/

export function isDataUrl(url: string): boolean {
  return url.startsWith('data:')
}

interface Picture {
  readonly mediaType: string
  readonly base64: string
}

/** `undefined` for an address. */
export function pictureIn(url: string): Picture | undefined {
  const match = DATA_URL.exec(url)
  if (match === null) return undefined
  return { mediaType: match[1] ?? 'image/png', base64: url.slice(match[0].length) }
}

/** `undefined` for an address. */
export function fileOf(url: string, name: string): FormPart | undefined {
  const picture = pictureIn(url)
  if (picture === undefined) return undefined
  const { mediaType: type, base64 } = picture
  const ending = type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'png'
  return { name: `${name}.${ending}`, bytes: Uint8Array.from(Buffer.from(base64, 'base64')), type }
}

/** Without the head of a data URL: some providers take bare base64 in the place of an address. */
export function bareBase64(url: string): string {
  return pictureIn(url)?.base64 ?? url
}

/** Addresses among the pictures; one that stands there twice is sent twice. */
export function picturesIn({ images, lastImage }: VideoOrder): readonly WantedFile[] {
  const urls = [lastImage, ...images].filter((url) => url !== '' && !isDataUrl(url))
  return [...new Set(urls)].map((url) => ({ url, uses: urls.filter((one) => one === url).length }))
}

/** Every address replaced by what lies there. */
export function withPictures(order: VideoOrder, fetched: Media): VideoOrder {
  const inline = (url: string) => {
    const file = fetched.get(url)
    return file === undefined
      ? url
      : `data:${file.mediaType};base64,${file.bytes.toString('base64')}`
  }
  return { ...order, images: order.images.map(inline), lastImage: inline(order.lastImage) }
}
