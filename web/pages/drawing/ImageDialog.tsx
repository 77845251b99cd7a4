import { useState } from 'react'
import { CopyLine } from '../../components/CopyLine'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'
import './image-dialog.css'

interface ImageDialogProps {
  readonly drawing: {
    readonly mj_id: string
    readonly image_url: string
    readonly prompt: string
  }
  readonly onClose: () => void
}

/** Other addresses could be anything, and a browser blocks plain ones inside a secure page. */
const SHOWN = /^https:\/\//

export function ImageDialog({ drawing, onClose }: ImageDialogProps) {
  const { text } = useText()
  const [isBroken, setBroken] = useState(false)
  const { mj_id, image_url, prompt } = drawing
  const isShown = SHOWN.test(image_url)
  return (
    <Drawer
      kind="dialog"
      title={text('field.drawing.image_url')}
      subtitle={mj_id}
      onClose={onClose}
    >
      <div className="image-dialog">
        {isShown && !isBroken && (
          <a href={image_url} target="_blank" rel="noreferrer">
            <img src={image_url} alt={prompt || mj_id} onError={() => setBroken(true)} />
          </a>
        )}
        {!isShown && <p className="muted">{text('drawing.not_shown')}</p>}
        {isBroken && <p className="muted">{text('drawing.broken')}</p>}
        <CopyLine label={text('drawing.address')} value={image_url} />
      </div>
    </Drawer>
  )
}
