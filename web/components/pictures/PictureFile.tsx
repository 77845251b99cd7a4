import { type ReactNode, useRef } from 'react'
import type { Pictures } from './use-pictures'

interface PictureFileProps {
  readonly label: string
  readonly pictures: Pictures
  /** The button that opens the window of files. */
  readonly children: (open: () => void) => ReactNode
}

/** Pictures out of files, several at once. */
export function PictureFile({ label, pictures, children }: PictureFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          // The list of a file field empties with it.
          pictures.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {children(() => input.current?.click())}
    </>
  )
}
