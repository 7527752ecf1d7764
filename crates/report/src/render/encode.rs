//! Files of pictures: PNG, animated PNG and GIF, each frame holding only what changed.

use super::palette::Palette;
use super::raster::Image;
use super::style::RenderError;
use std::io::Write;

fn failed(error: impl std::fmt::Display) -> RenderError {
    RenderError::Write(error.to_string())
}

/// A PNG file of one image; without opacity where all of it is opaque.
///
/// # Errors
/// The image has no size.
pub fn png(image: &Image) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::new();
    let opaque = image.pixels.iter().all(|p| p[3] == 255);
    let mut encoder = png::Encoder::new(&mut file, image.size[0], image.size[1]);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().map_err(failed)?;
    let data: Vec<u8> = image.pixels.iter().flat_map(|p| &p[..if opaque { 3 } else { 4 }]).copied().collect();
    writer.write_image_data(&data).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// Takes frames one after the other.
pub trait FrameSink {
    /// The next frame, of the same size as the others.
    ///
    /// # Errors
    /// It cannot be written.
    fn frame(&mut self, image: &Image) -> Result<(), RenderError>;
    /// After the last frame.
    ///
    /// # Errors
    /// The end cannot be written.
    fn finish(self: Box<Self>) -> Result<(), RenderError>;
}

/// Differences of a colour that nobody sees in a movie.
const ALIKE: u8 = 4;

/// A GIF: one palette for all frames, repeated for ever.
pub struct GifSink<W: Write> {
    encoder: gif::Encoder<W>,
    palette: Palette,
    before: Vec<u8>,
    fps: f64,
    count: u64,
}

impl<W: Write> GifSink<W> {
    /// With a palette for frames like `samples`.
    ///
    /// # Errors
    /// There are no samples, they are too large for the format, or nothing can be written.
    pub fn new(to: W, samples: &[Image], fps: f64) -> Result<Self, RenderError> {
        let size = samples.first().ok_or(RenderError::Nothing("a movie without frames"))?.size;
        let palette = Palette::of(samples);
        let [width, height] = size.map(u16::try_from);
        let (width, height) = (width.map_err(failed)?, height.map_err(failed)?);
        let mut encoder = gif::Encoder::new(to, width, height, &palette.colours.concat()).map_err(failed)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, palette, before: Vec::new(), fps, count: 0 })
    }
}

impl<W: Write> FrameSink for GifSink<W> {
    fn frame(&mut self, image: &Image) -> Result<(), RenderError> {
        let mut now: Vec<u8> = Vec::with_capacity(image.pixels.len());
        // neighbours are mostly alike
        let (mut last, mut index) = (None, 0);
        for (i, [r, g, b, _]) in image.pixels.iter().enumerate() {
            // what is shown already stays where the eye sees no difference; never compared with what was shown before,
            // so that differences do not add up
            let kept = self.before.get(i).filter(|shown| {
                let shown = self.palette.colours[usize::from(**shown)];
                (0..3).all(|k| shown[k].abs_diff([*r, *g, *b][k]) <= ALIKE)
            });
            if let Some(kept) = kept {
                now.push(*kept);
                continue;
            }
            if last != Some([*r, *g, *b]) {
                last = Some([*r, *g, *b]);
                index = self.palette.nearest([*r, *g, *b]);
            }
            now.push(index);
        }
        let width = image.size[0] as usize;
        let [left, top, right, bottom] = if self.before.is_empty() {
            [0, 0, width, image.size[1] as usize]
        } else {
            changed(&self.before, &now, width)
        };
        let transparent = self.palette.colours.len() as u8;
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            for i in y * width + left..y * width + right {
                let same = self.before.get(i).is_some_and(|b| *b == now[i]);
                buffer.push(if same { transparent } else { now[i] });
            }
        }
        // ticks are 10 ms: each frame ends at the tick nearest to when it should
        let ends = |n: u64| libm::round(100.0 * n as f64 / self.fps);
        let delay = (ends(self.count + 1) - ends(self.count)).clamp(0.0, 65535.0) as u16;
        self.count += 1;
        let short = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let frame = gif::Frame {
            delay,
            dispose: gif::DisposalMethod::Keep,
            transparent: (!self.before.is_empty()).then_some(transparent),
            left: short(left),
            top: short(top),
            width: short(right - left),
            height: short(bottom - top),
            buffer: buffer.into(),
            ..gif::Frame::default()
        };
        self.before = now;
        self.encoder.write_frame(&frame).map_err(failed)
    }

    fn finish(self: Box<Self>) -> Result<(), RenderError> {
        self.encoder.into_inner().map_err(failed)?.flush().map_err(failed)
    }
}

/// An animated PNG: every colour, repeated for ever.
pub struct ApngSink<W: Write> {
    writer: png::Writer<W>,
    before: Vec<[u8; 4]>,
    opaque: bool,
}

impl<W: Write> ApngSink<W> {
    /// For this many frames of this size.
    ///
    /// # Errors
    /// Nothing can be written.
    pub fn new(to: W, size: [u32; 2], frames: u32, fps: f64, opaque: bool) -> Result<Self, RenderError> {
        let mut encoder = png::Encoder::new(to, size[0], size[1]);
        encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_animated(frames.max(1), 0).map_err(failed)?;
        // 1/fps as a fraction of small whole numbers
        let (over, under) = if fps >= 1.0 { (100.0, 100.0 * fps) } else { (1000.0, 1000.0 * fps) };
        let whole = |n: f64| libm::round(n).clamp(1.0, 65535.0) as u16;
        encoder.set_frame_delay(whole(over), whole(under)).map_err(failed)?;
        Ok(Self { writer: encoder.write_header().map_err(failed)?, before: Vec::new(), opaque })
    }
}

impl<W: Write> FrameSink for ApngSink<W> {
    fn frame(&mut self, image: &Image) -> Result<(), RenderError> {
        let width = image.size[0] as usize;
        let [left, top, right, bottom] = if self.before.is_empty() {
            [0, 0, width, image.size[1] as usize]
        } else {
            changed(&self.before, &image.pixels, width)
        };
        if !self.before.is_empty() {
            self.writer.set_frame_dimension((right - left) as u32, (bottom - top) as u32).map_err(failed)?;
            self.writer.set_frame_position(left as u32, top as u32).map_err(failed)?;
            self.writer.set_blend_op(png::BlendOp::Source).map_err(failed)?;
        }
        let channels = if self.opaque { 3 } else { 4 };
        let rows = (top..bottom).flat_map(|y| &image.pixels[y * width + left..y * width + right]);
        let data: Vec<u8> = rows.flat_map(|p| &p[..channels]).copied().collect();
        self.before.clone_from(&image.pixels);
        self.writer.write_image_data(&data).map_err(failed)
    }

    fn finish(self: Box<Self>) -> Result<(), RenderError> {
        self.writer.finish().map_err(failed)
    }
}

/// Left, top, right, bottom of what differs; one pixel if nothing does, since no frame may be empty.
fn changed<P: PartialEq>(before: &[P], now: &[P], width: usize) -> [usize; 4] {
    let mut found: Option<[usize; 4]> = None;
    for (y, (old, new)) in before.chunks(width).zip(now.chunks(width)).enumerate() {
        let differs = |(a, b): (&P, &P)| a != b;
        let Some(first) = old.iter().zip(new).position(differs) else { continue };
        let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
        let [left, top, right, _] = found.unwrap_or([first, y, last + 1, y + 1]);
        found = Some([left.min(first), top, right.max(last + 1), y + 1]);
    }
    found.unwrap_or([0, 0, 1, 1])
}
