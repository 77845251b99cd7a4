import { type DragEvent, useCallback, useState } from 'react'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'

const MOST_BYTES = 8_000_000
const MOST_PICTURES = 8

export interface Pictures {
  /** Data URLs: pictures travel inside the message. */
  readonly images: readonly string[]
  /** Whether something is held over the place to drop it. */
  readonly isOver: boolean
  readonly add: (files: Iterable<File>) => void
  readonly remove: (...images: readonly string[]) => void
  /** Of the element that pictures can be dropped on. */
  readonly dropping: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Pictures that go with the next message: picked, pasted or dropped. */
export function usePictures(): Pictures {
  const { text } = useText()
  const toast = useToast()
  const [images, setImages] = useState<readonly string[]>([])
  const [isOver, over] = useState(false)
  const add = useCallback(
    async (files: Iterable<File>) => {
      const all = [...files]
      const pictures = all.filter(({ type }) => type.startsWith('image/'))
      const small = pictures.filter(({ size }) => size <= MOST_BYTES)
      if (pictures.length < all.length) toast.warn(text('playground.picture_only'))
      if (small.length < pictures.length) toast.warn(text('playground.picture_large'))
      const read = await Promise.all(small.map(dataUrlOf))
      setImages((old) => {
        const next = [...new Set([...old, ...read])]
        if (next.length > MOST_PICTURES) {
          toast.warn(text('playground.picture_many', { count: MOST_PICTURES }))
        }
        return next.slice(0, MOST_PICTURES)
      })
    },
    [text, toast],
  )
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
  return {
    images,
    isOver,
    add: (files) => void add(files),
    remove: (...gone) => setImages((all) => all.filter((one) => !gone.includes(one))),
    dropping: {
      onDragOver(event) {
        if (!holdsFiles(event)) return
        // Otherwise the browser leaves the page to show the file.
        event.preventDefault()
        over(true)
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) over(false)
      },
      onDrop(event) {
        if (!holdsFiles(event)) return
        event.preventDefault()
        over(false)
        void add(event.dataTransfer.files)
      },
    },
  }
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
