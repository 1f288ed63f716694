//! Trained models: the digits, one session in every thread, and the models of trained.txt.
use crate::{same, Outcome, Tests};
use ort::session::{Session, SessionInputValue};
use ort::value::Tensor;
use std::error::Error;

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn longs(bytes: &[u8]) -> Vec<i64> {
    bytes.chunks_exact(8).map(|b| i64::from_le_bytes(b.try_into().unwrap())).collect()
}

fn read(session: &mut Session, pixels: &[f32], digit: usize) -> Result<usize, Box<dyn Error>> {
    let picture = pixels[digit * 64..digit * 64 + 64].to_vec();
    let results = session.run(ort::inputs!["input" => Tensor::from_array(([1usize, 1, 8, 8], picture))?])?;
    let (_, row) = results["probability"].try_extract_tensor::<f32>()?;
    Ok((0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap())
}

pub fn digits(t: &mut Tests) {
    t.test("digits, one by one", |t| {
        let pixels = floats(&std::fs::read(t.folder.join("digits.f32"))?);
        let mut session = t.open("digits")?;
        (0..10).try_for_each(|i| same(i, read(&mut session, &pixels, i)?))
    });
    t.test("digits from eight threads", |t| {
        let pixels = floats(&std::fs::read(t.folder.join("digits.f32"))?);
        let sessions: Vec<Session> = (0..8).map(|_| t.open("digits")).collect::<Result<_, _>>()?;
        let wrong = std::thread::scope(|threads| {
            let running: Vec<_> = sessions
                .into_iter()
                .map(|mut s| {
                    let pixels = &pixels;
                    threads.spawn(move || (0..40).filter(|i| read(&mut s, pixels, i % 10).ok() != Some(i % 10)).count())
                })
                .collect();
            running.into_iter().map(|r| r.join().unwrap()).sum::<usize>()
        });
        same(0, wrong)
    });
}

struct Listed {
    input: bool,
    name: String,
    dtype: String,
    shape: Vec<i64>,
    bytes: Vec<u8>,
}

impl Listed {
    fn parse(line: &str) -> Result<Self, Box<dyn Error>> {
        let word: Vec<&str> = line.split(' ').collect();
        let sizes = word[3].split(',').filter(|s| *s != "-");
        Ok(Listed {
            input: word[0] == "input",
            name: word[1].into(),
            dtype: word[2].into(),
            shape: sizes.map(|s| s.parse()).collect::<Result<_, _>>()?,
            bytes: std::fs::read(word[4])?,
        })
    }

    fn value(&self) -> Result<SessionInputValue<'static>, Box<dyn Error>> {
        if self.dtype == "int64" {
            return Ok(Tensor::from_array((self.shape.clone(), longs(&self.bytes)))?.into());
        }
        Ok(Tensor::from_array((self.shape.clone(), floats(&self.bytes)))?.into())
    }
}

fn near(expected: &[f32], found: &[f32], rtol: f32, atol: f32) -> Outcome {
    same(expected.len(), found.len())?;
    for (i, (e, f)) in expected.iter().zip(found).enumerate() {
        if (f - e).abs() > atol + rtol * e.abs() || f.is_nan() != e.is_nan() {
            return Err(format!("number {i}: expected {e}, found {f}").into());
        }
    }
    Ok(())
}

fn play(t: &Tests, model: &[&str], values: &[Listed]) -> Outcome {
    let mut session = Session::builder(&t.env)?.commit_from_file(model[2])?;
    let mut feeds = Vec::new();
    for v in values.iter().filter(|v| v.input) {
        feeds.push((v.name.clone(), v.value()?));
    }
    let results = session.run(feeds)?;
    for v in values.iter().filter(|v| !v.input) {
        if v.dtype == "int64" {
            let (shape, numbers) = results[v.name.as_str()].try_extract_tensor::<i64>()?;
            same(&v.shape[..], shape)?;
            same(&longs(&v.bytes)[..], numbers)?;
        } else {
            let (shape, numbers) = results[v.name.as_str()].try_extract_tensor::<f32>()?;
            same(&v.shape[..], shape)?;
            near(&floats(&v.bytes), numbers, model[3].parse()?, model[4].parse()?)?;
        }
    }
    Ok(())
}

pub fn models(t: &mut Tests) {
    let text = std::fs::read_to_string(t.folder.join("trained.txt")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let begins: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].starts_with("model ")).collect();
    for (k, &begin) in begins.iter().enumerate() {
        let end = *begins.get(k + 1).unwrap_or(&lines.len());
        let model: Vec<&str> = lines[begin].split(' ').collect();
        t.test(&format!("trained {}", model[1]), |t| {
            let values = lines[begin + 1..end].iter().map(|l| Listed::parse(l)).collect::<Result<Vec<_>, _>>()?;
            play(t, &model, &values)
        });
    }
}
