import { ImageIcon, XIcon } from '@primer/octicons-react'
import { Button, IconButton } from '@primer/react'
import { useRef } from 'react'
import type { Pictures } from '../../components/use-pictures'
import { useText } from '../../language'

interface PicturesFieldProps {
  readonly label: string
  readonly caption: string
  readonly pictures: Pictures
}

/** Pictures that go with a request: chosen, or dropped here. */
export function PicturesField({ label, caption, pictures }: PicturesFieldProps) {
  const { text } = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <fieldset className="create-pictures" data-over={pictures.isOver} {...pictures.dropping}>
      <legend>{label}</legend>
      <div className="create-picture-row">
        {pictures.images.map((image) => (
          <span key={image} className="create-picture">
            <img src={image} alt={text('playground.picture')} />
            <IconButton
              icon={XIcon}
              size="small"
              aria-label={text('playground.picture_out')}
              onClick={() => pictures.remove(image)}
            />
          </span>
        ))}
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
        <Button leadingVisual={ImageIcon} onClick={() => input.current?.click()}>
          {text('playground.picture_add')}
        </Button>
      </div>
      <p className="muted">{caption}</p>
    </fieldset>
  )
}
