//! A program in Rust that uses the crate ort as its documentation says, the library loaded at run time. Expected values
//! come from the models' formulas, the digits' names and the answers beside the public models.
mod trained;

use ort::environment::Environment;
use ort::logging::LogLevel;
use ort::memory::{AllocationDevice, Allocator, AllocatorType, MemoryInfo, MemoryType};
use ort::session::builder::GraphOptimizationLevel;
use ort::session::{HasSelectedOutputs, OutputSelector, RunOptions, Session};
use ort::value::{DynTensorValueType, Map, PrimitiveTensorElementType, Sequence, Tensor, TensorElementType, TensorRef, ValueType};
use std::collections::HashMap;
use std::error::Error;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

type Outcome = Result<(), Box<dyn Error>>;

pub struct Tests {
    env: Environment,
    folder: PathBuf,
    passed: u32,
    failed: u32,
}

impl Tests {
    fn test(&mut self, name: &str, body: impl FnOnce(&Tests) -> Outcome) {
        match body(self) {
            Ok(()) => {
                self.passed += 1;
                println!("ok {name}");
            }
            Err(e) => {
                self.failed += 1;
                println!("FAIL {name}: {e}");
            }
        }
    }

    fn model(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.onnx"))
    }

    fn open(&self, name: &str) -> Result<Session, Box<dyn Error>> {
        Ok(Session::builder(&self.env)?.commit_from_file(self.model(name))?)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(expected: T, found: T) -> Outcome {
    if expected == found {
        return Ok(());
    }
    Err(format!("expected {expected:?}, found {found:?}").into())
}

fn refused<T>(result: Result<T, Box<dyn Error>>, part: &str) -> Outcome {
    match result {
        Ok(_) => Err("no error".into()),
        Err(e) if e.to_string().contains(part) => Ok(()),
        Err(e) => Err(format!("expected {part:?} in: {e}").into()),
    }
}

fn row(numbers: &[f32]) -> Result<Tensor<f32>, Box<dyn Error>> {
    Ok(Tensor::from_array(([1usize, numbers.len()], numbers.to_vec()))?)
}

fn loading(t: &mut Tests) {
    t.test("build information", |_| same(true, ort::info().starts_with("ORT Build Info: ")));
    t.test("names and types", |t| {
        let s = t.open("scale")?;
        same(1, s.inputs().len())?;
        same("x", s.inputs()[0].name())?;
        match s.inputs()[0].dtype() {
            ValueType::Tensor { ty, shape, dimension_symbols } => {
                same(TensorElementType::Float32, *ty)?;
                same(vec![-1, 3], shape.to_vec())?;
                same("batch", &dimension_symbols[0])?;
            }
            other => return Err(format!("x is {other:?}").into()),
        }
        same(vec!["y", "total"], s.outputs().iter().map(|o| o.name()).collect())?;
        let defaults = s.overridable_initializers();
        same(1, defaults.len())?;
        same("factor", defaults[0].name())?;
        let z = t.open("zipmap")?;
        same(true, matches!(z.outputs()[0].dtype(), ValueType::Sequence(of) if matches!(**of, ValueType::Map { .. })))?;
        let o = t.open("optional")?;
        same(true, matches!(o.inputs()[0].dtype(), ValueType::Optional(_)))
    });
    t.test("metadata", |t| {
        let s = t.open("scale")?;
        let m = s.metadata()?;
        same(Some("make_models".to_string()), m.producer())?;
        same(Some("scale".to_string()), m.name())?;
        same(Some("one product".to_string()), m.graph_description())?;
        same(Some("tests.clients".to_string()), m.domain())?;
        same(Some("multiplies".to_string()), m.description())?;
        same(Some(7), m.version())?;
        let mut keys = m.custom_keys()?;
        keys.sort();
        same(vec!["colour".to_string(), "maker".to_string()], keys)?;
        same(Some("grün".to_string()), m.custom("colour"))?;
        same(None, m.custom("none"))
    });
    t.test("from bytes", |t| {
        let bytes = std::fs::read(t.model("scale"))?;
        let mut s = Session::builder(&t.env)?.commit_from_memory(&bytes)?;
        drop(bytes);
        let r = s.run(ort::inputs!["x" => row(&[1.0, 2.0, 3.0])?])?;
        same(&[2.0, 4.0, 6.0][..], r["y"].try_extract_tensor::<f32>()?.1)
    });
    t.test("a missing file", |t| refused(t.open("none"), "does not exist"));
    t.test("no model", |t| refused(t.open("broken"), "rotobuf parsing failed"));
    t.test("a hundred sessions", |t| (0..100).try_for_each(|_| t.open("scale").map(drop)));
}

fn options(t: &mut Tests) {
    for level in [
        GraphOptimizationLevel::Disable,
        GraphOptimizationLevel::Level1,
        GraphOptimizationLevel::Level2,
        GraphOptimizationLevel::Level3,
        GraphOptimizationLevel::All,
    ] {
        let name = format!("options, level {level:?}");
        t.test(&name, |t| {
            let mut s = Session::builder(&t.env)?
                .with_optimization_level(level)?
                .with_parallel_execution(true)?
                .with_intra_threads(2)?
                .with_inter_threads(1)?
                .with_memory_pattern(false)?
                .with_deterministic_compute(true)?
                .with_prepacking(false)?
                .with_flush_to_zero()?
                .with_intra_op_spinning(false)?
                .with_log_id("clients")?
                .with_log_level(LogLevel::Fatal)?
                .with_log_verbosity(1)?
                .with_config_entry("session.disable_quant_qdq", "1")?
                .with_dimension_override("batch", 1)?
                .commit_from_file(t.model("scale"))?;
            match s.inputs()[0].dtype() {
                ValueType::Tensor { shape, .. } => same(vec![1, 3], shape.to_vec())?,
                other => return Err(format!("x is {other:?}").into()),
            }
            let r = s.run(ort::inputs![row(&[1.0, 2.0, 3.0])?])?;
            same(&[2.0, 4.0, 6.0][..], r[0].try_extract_tensor::<f32>()?.1)
        });
    }
    t.test("an initializer of the program", |t| {
        let ten = Arc::new(Tensor::from_array(([1usize], vec![10f32]))?.into_dyn());
        let mut s = Session::builder(&t.env)?.with_initializer("factor", ten)?.commit_from_file(t.model("scale"))?;
        let r = s.run(ort::inputs!["x" => row(&[1.0, 2.0, 3.0])?])?;
        same(&[10.0, 20.0, 30.0][..], r["y"].try_extract_tensor::<f32>()?.1)
    });
    t.test("a logger of the session", |t| {
        let lines = Arc::new(Mutex::new(Vec::<String>::new()));
        let keep = lines.clone();
        let logger = Arc::new(move |_: LogLevel, category: &str, id: &str, _: &str, _: &str| {
            keep.lock().unwrap().push(format!("{category} {id}"));
        });
        let mut s = Session::builder(&t.env)?
            .with_logger(logger)?
            .with_log_id("talker")?
            .with_log_level(LogLevel::Verbose)?
            .commit_from_file(t.model("scale"))?;
        s.run(ort::inputs!["x" => row(&[1.0, 2.0, 3.0])?])?;
        let lines = lines.lock().unwrap();
        same(true, lines.iter().any(|l| l == "onnxruntime talker"))
    });
}

fn run_options(t: &mut Tests) {
    t.test("run options", |t| {
        let mut s = t.open("scale")?;
        let mut o = RunOptions::new()?.with_tag("a tag")?;
        same("a tag", o.tag()?)?;
        o.set_log_level(LogLevel::Fatal)?;
        o.set_log_verbosity(3)?;
        same(3, o.log_verbosity()?)?;
        o.set("memory.enable_memory_arena_shrinkage", "cpu:0")?;
        same(Some("cpu:0".to_string()), o.get("memory.enable_memory_arena_shrinkage"))?;
        o.terminate()?;
        let x = row(&[1.0, 2.0, 3.0])?;
        refused(s.run_with_options(ort::inputs![&x], &o).map_err(Into::into), "terminate flag")?;
        o.unterminate()?;
        let only: RunOptions<HasSelectedOutputs> = o.with_outputs(OutputSelector::no_default().with("total"));
        let r = s.run_with_options(ort::inputs![&x], &only)?;
        same(1, r.len())?;
        same(12f32, r["total"].try_extract_scalar::<f32>()?)
    });
    t.test("an output into given memory", |t| {
        let mut s = t.open("scale")?;
        let y = Tensor::<f32>::new(&Allocator::default(), [1usize, 3])?;
        let o = RunOptions::new()?.with_outputs(OutputSelector::no_default().with("y").preallocate("y", y));
        let r = s.run_with_options(ort::inputs![row(&[1.0, 2.0, 3.0])?], &o)?;
        same(&[2.0, 4.0, 6.0][..], r["y"].try_extract_tensor::<f32>()?.1)
    });
    t.test("stopping a run", |t| {
        let mut s = t.open("slow")?;
        let o = Arc::new(RunOptions::new()?);
        let stop = o.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(200));
            stop.terminate().unwrap();
        });
        let trips = Tensor::from_array((Vec::<i64>::new(), vec![i64::MAX]))?;
        let begin = Tensor::from_array(([64usize, 64], vec![0f32; 4096]))?;
        let result = s.run_with_options(ort::inputs!["trips" => trips, "begin" => begin], &o).map(drop);
        stopper.join().unwrap();
        refused(result.map_err(Into::into), "terminate flag")
    });
}

// Waits for a future by being woken.
struct Waiter(std::thread::Thread);

impl Wake for Waiter {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn wait<F: Future>(future: F) -> F::Output {
    let mut future = Box::pin(future);
    let waker = Waker::from(Arc::new(Waiter(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}

fn runs(t: &mut Tests) {
    t.test("an input with a default", |t| {
        let mut s = t.open("scale")?;
        let five = Tensor::from_array(([1usize], vec![5f32]))?;
        let r = s.run(ort::inputs!["x" => row(&[1.0, 2.0, 3.0])?, "factor" => five])?;
        same(&[5.0, 10.0, 15.0][..], r["y"].try_extract_tensor::<f32>()?.1)?;
        same(30f32, r["total"].try_extract_scalar::<f32>()?)
    });
    t.test("borrowed memory", |t| {
        let mut s = t.open("scale")?;
        let numbers = [1f32, 2.0, 3.0, 4.0, 5.0, 6.0];
        let r = s.run(ort::inputs![TensorRef::from_array_view(([2usize, 3], &numbers[..]))?])?;
        let (shape, y) = r["y"].try_extract_tensor::<f32>()?;
        same(vec![2, 3], shape.to_vec())?;
        same(&[2.0, 4.0, 6.0, 8.0, 10.0, 12.0][..], y)
    });
    t.test("no rows", |t| {
        let mut s = t.open("scale")?;
        let none = Tensor::<f32>::new(&Allocator::default(), [0usize, 3])?;
        let r = s.run(ort::inputs![none])?;
        same(0, r["y"].try_extract_tensor::<f32>()?.1.len())?;
        same(0f32, r["total"].try_extract_scalar::<f32>()?)
    });
    t.test("a wrong input name", |t| {
        let mut s = t.open("scale")?;
        refused(s.run(ort::inputs!["z" => row(&[1.0, 2.0, 3.0])?]).map(drop).map_err(Into::into), "Invalid input name: z")
    });
    t.test("a wrong element type", |t| {
        let mut s = t.open("scale")?;
        let longs = Tensor::from_array(([1usize, 3], vec![1i64, 2, 3]))?;
        let part = "Actual: (tensor(int64)) , expected: (tensor(float))";
        refused(s.run(ort::inputs![longs]).map(drop).map_err(Into::into), part)
    });
    t.test("a wrong rank", |t| {
        let mut s = t.open("scale")?;
        let flat = Tensor::from_array(([3usize], vec![1f32, 2.0, 3.0]))?;
        refused(s.run(ort::inputs![flat]).map(drop).map_err(Into::into), "Invalid rank for input: x Got: 1 Expected: 2")
    });
    t.test("a wrong size", |t| {
        let mut s = t.open("scale")?;
        refused(s.run(ort::inputs![row(&[1.0, 2.0])?]).map(drop).map_err(Into::into), "Got: 2 Expected: 3")
    });
    t.test("asynchronous", |t| {
        let mut s = Session::builder(&t.env)?.with_intra_threads(2)?.commit_from_file(t.model("scale"))?;
        for i in 0..20 {
            let o = RunOptions::new()?;
            let r = wait(s.run_async(ort::inputs![row(&[i as f32, 2.0, 3.0])?], &o)?)?;
            same(&[2.0 * i as f32, 4.0, 6.0][..], r["y"].try_extract_tensor::<f32>()?.1)?;
        }
        Ok(())
    });
    t.test("binding", |t| {
        let mut s = t.open("scale")?;
        let mut b = s.create_binding()?;
        let x = row(&[1.0, 2.0, 3.0])?;
        b.bind_input("x", &x)?;
        b.bind_output("y", Tensor::<f32>::new(&Allocator::default(), [1usize, 3])?)?;
        let cpu = MemoryInfo::new(AllocationDevice::CPU, 0, AllocatorType::Device, MemoryType::Default)?;
        b.bind_output_to_device("total", &cpu)?;
        b.synchronize()?;
        {
            let r = s.run_binding(&b)?;
            same(&[2.0, 4.0, 6.0][..], r["y"].try_extract_tensor::<f32>()?.1)?;
            same(12f32, r["total"].try_extract_scalar::<f32>()?)?;
        }
        b.clear();
        Ok(())
    });
    t.test("memory information", |_| {
        let x = row(&[1.0])?;
        same(AllocationDevice::CPU, x.memory_info().allocation_device())?;
        same(true, x.memory_info().is_cpu_accessible())?;
        same(0, x.memory_info().device_id())
    });
}

fn identity<T: PrimitiveTensorElementType + Copy + PartialEq + std::fmt::Debug + 'static>(t: &mut Tests, name: &str, data: &[T]) {
    t.test(&format!("type {name}"), |t| {
        let mut s = t.open(&format!("type_{name}"))?;
        let r = s.run(ort::inputs![TensorRef::from_array_view(([data.len()], data))?])?;
        same(data, r[0].try_extract_tensor::<T>()?.1)
    });
}

fn types(t: &mut Tests) {
    identity(t, "float", &[-1.5f32, 0.0, f32::INFINITY]);
    identity(t, "double", &[1.0 / 3.0, -1e300, 5e-324f64]);
    identity(t, "int8", &[i8::MIN, 0, i8::MAX]);
    identity(t, "int16", &[i16::MIN, 0, i16::MAX]);
    identity(t, "int32", &[i32::MIN, 0, i32::MAX]);
    identity(t, "int64", &[i64::MIN, 0, i64::MAX]);
    identity(t, "uint8", &[0, 128, u8::MAX]);
    identity(t, "uint16", &[0, 32768, u16::MAX]);
    identity(t, "uint32", &[0, 1 << 31, u32::MAX]);
    identity(t, "uint64", &[0, 1 << 63, u64::MAX]);
    identity(t, "bool", &[true, false, true]);
    identity(t, "float16", &[half::f16::ONE, half::f16::MAX, half::f16::from_f32(-0.5)]);
    identity(t, "bfloat16", &[half::bf16::ONE, half::bf16::MAX, half::bf16::from_f32(-0.5)]);
    t.test("strings", |t| {
        let mut s = t.open("text")?;
        let a = vec![String::new(), "grün".to_string(), "x".repeat(100000)];
        let b = ["a", "\u{1f600}", "y"].map(String::from).to_vec();
        let joined: Vec<String> = a.iter().zip(&b).map(|(a, b)| format!("{a}{b}")).collect();
        let x = Tensor::from_string_array(([3usize], &a[..]))?;
        let y = Tensor::from_string_array(([3usize], &b[..]))?;
        let r = s.run(ort::inputs!["a" => x, "b" => y])?;
        same(joined, r["joined"].try_extract_strings()?.1)?;
        same(a, r["same"].try_extract_strings()?.1)
    });
    t.test("sequences of maps", |t| {
        let mut s = t.open("zipmap")?;
        let p = Tensor::from_array(([2usize, 3], vec![1f32, 2.0, 3.0, 4.0, 5.0, 6.0]))?;
        let r = s.run(ort::inputs![p])?;
        let rows = r["by_number"].try_extract_sequence::<ort::value::DynMapValueType>()?;
        same(2, rows.len())?;
        same(HashMap::from([(10i64, 4f32), (20, 5.0), (30, 6.0)]), rows[1].try_extract_map::<i64, f32>()?)?;
        let named = r["by_name"].try_extract_sequence::<ort::value::DynMapValueType>()?;
        same(Some(&2f32), named[0].try_extract_map::<String, f32>()?.get("bee"))
    });
    t.test("a sequence in and out", |t| {
        let mut s = t.open("sequence")?;
        let parts = [vec![1f32, 2.0], vec![3.0]].map(|v| Tensor::from_array(([v.len()], v)).unwrap());
        let last = Tensor::from_array(([2usize], vec![4f32, 5.0]))?;
        let r = s.run(ort::inputs!["parts" => Sequence::new(parts)?, "last" => last])?;
        same(&[1.0, 2.0, 3.0][..], r["whole"].try_extract_tensor::<f32>()?.1)?;
        let longer = r["longer"].try_extract_sequence::<DynTensorValueType>()?;
        same(3, longer.len())?;
        same(&[4.0, 5.0][..], longer[2].try_extract_tensor::<f32>()?.1)
    });
    t.test("a map", |t| {
        let mut s = t.open("map")?;
        let m = Map::<String, f32>::new([("bee".to_string(), 2f32), ("ant".to_string(), 1.0)])?;
        let r = s.run(ort::inputs![m])?;
        same(&[0.0, 1.0, 2.0][..], r["v"].try_extract_tensor::<f32>()?.1)
    });
}

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().collect();
    let env = ort::init_from(&arguments[2])?.with_name("clients").with_telemetry(false).build()?;
    env.set_log_level(LogLevel::Error);
    let mut t = Tests { env, folder: PathBuf::from(&arguments[1]), passed: 0, failed: 0 };
    loading(&mut t);
    options(&mut t);
    run_options(&mut t);
    runs(&mut t);
    types(&mut t);
    trained::digits(&mut t);
    trained::models(&mut t);
    println!("{} passed, {} failed", t.passed, t.failed);
    Ok(())
}
