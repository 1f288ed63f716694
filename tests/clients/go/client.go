// A program in Go that uses onnxruntime_go as its documentation says. Expected values come from the models' formulas,
// the digits' names and the answers beside the public models.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"time"

	ort "github.com/yalue/onnxruntime_go"
)

var folder string
var passed, failed int

func model(name string) string { return filepath.Join(folder, name+".onnx") }

// What a test throws to end itself.
type failure string

func fail(format string, values ...any) { panic(failure(fmt.Sprintf(format, values...))) }

func test(name string, body func()) {
	defer func() {
		if e := recover(); e != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", name, e)
			return
		}
		passed++
		fmt.Println("ok", name)
	}()
	body()
}

func good(err error) {
	if err != nil {
		fail("%v", err)
	}
}

// The value of a call that must succeed.
func must[T any](value T, err error) T {
	good(err)
	return value
}

func same(expected, found any) {
	if !reflect.DeepEqual(expected, found) {
		fail("expected %v, found %v", expected, found)
	}
}

func refused(err error, part string) {
	if err == nil {
		fail("no error")
	}
	if !strings.Contains(err.Error(), part) {
		fail("expected %q in: %v", part, err)
	}
}

func tensor[T ort.TensorData](data []T, shape ...int64) *ort.Tensor[T] {
	return must(ort.NewTensor(ort.NewShape(shape...), data))
}

func session(name string, inputs, outputs []string) *ort.DynamicAdvancedSession {
	return must(ort.NewDynamicAdvancedSession(model(name), inputs, outputs, nil))
}

// Runs a session and gives its new output values.
func run(s *ort.DynamicAdvancedSession, outputs int, inputs ...ort.Value) []ort.Value {
	results := make([]ort.Value, outputs)
	good(s.Run(inputs, results))
	return results
}

func loading() {
	test("environment", func() {
		same(true, ort.IsInitialized())
		same(true, strings.HasPrefix(ort.GetVersion(), "1."))
		good(ort.DisableTelemetry())
		good(ort.EnableTelemetry())
		good(ort.SetEnvironmentLogLevel(ort.LoggingLevelFatal))
		same(false, ort.IsTrainingSupported())
	})
	test("inputs and outputs", func() {
		in, out, err := ort.GetInputOutputInfo(model("scale"))
		good(err)
		same(1, len(in))
		same("x", in[0].Name)
		same(ort.NewShape(-1, 3), in[0].Dimensions)
		same(ort.TensorElementDataType(ort.TensorElementDataTypeFloat), in[0].DataType)
		same("total", out[1].Name)
		same(0, len(out[1].Dimensions))
		bytes := must(os.ReadFile(model("zipmap")))
		_, out, err = ort.GetInputOutputInfoWithONNXData(bytes)
		good(err)
		same(ort.ONNXType(ort.ONNXTypeSequence), out[0].OrtValueType)
	})
	test("metadata", func() {
		m := must(ort.GetModelMetadata(model("scale")))
		defer m.Destroy()
		same("make_models", must(m.GetProducerName()))
		same("scale", must(m.GetGraphName()))
		same("tests.clients", must(m.GetDomain()))
		same("multiplies", must(m.GetDescription()))
		same(int64(7), must(m.GetVersion()))
		same(2, len(must(m.GetCustomMetadataMapKeys())))
		text, there, err := m.LookupCustomMetadataMap("colour")
		good(err)
		same("grün true", fmt.Sprint(text, " ", there))
		_, there, err = m.LookupCustomMetadataMap("none")
		good(err)
		same(false, there)
	})
	test("a missing file", func() {
		_, err := ort.NewDynamicAdvancedSession(model("none"), []string{"x"}, []string{"y"}, nil)
		refused(err, "doesn't exist")
	})
	test("no model", func() {
		_, err := ort.NewDynamicAdvancedSession(model("broken"), []string{"x"}, []string{"y"}, nil)
		refused(err, "rotobuf parsing failed")
	})
	test("from bytes", func() {
		bytes := must(os.ReadFile(model("scale")))
		s := must(ort.NewDynamicAdvancedSessionWithONNXData(bytes, []string{"x"}, []string{"y"}, nil))
		defer s.Destroy()
		results := run(s, 1, tensor([]float32{1, 2, 3}, 1, 3))
		same([]float32{2, 4, 6}, results[0].(*ort.Tensor[float32]).GetData())
	})
	test("a session with fixed values", func() {
		x, y := tensor([]float32{1, 2, 3}, 1, 3), must(ort.NewEmptyTensor[float32](ort.NewShape(1, 3)))
		s := must(ort.NewAdvancedSession(model("scale"), []string{"x"}, []string{"y"}, []ort.Value{x}, []ort.Value{y}, nil))
		defer s.Destroy()
		good(s.Run())
		same([]float32{2, 4, 6}, y.GetData())
		x.GetData()[0] = 50
		good(s.Run())
		same([]float32{100, 4, 6}, y.GetData())
		same("scale", must(must(s.GetModelMetadata()).GetGraphName()))
	})
	test("two hundred sessions", func() {
		for i := 0; i < 200; i++ {
			good(session("scale", []string{"x"}, []string{"y"}).Destroy())
		}
	})
}

func options() {
	levels := []ort.GraphOptimizationLevel{ort.GraphOptimizationLevelDisableAll, ort.GraphOptimizationLevelEnableBasic,
		ort.GraphOptimizationLevelEnableExtended, ort.GraphOptimizationLevelEnableAll}
	for _, level := range levels {
		test(fmt.Sprint("options, level ", level), func() {
			o := must(ort.NewSessionOptions())
			defer o.Destroy()
			good(o.SetGraphOptimizationLevel(level))
			good(o.SetExecutionMode(ort.ExecutionModeParallel))
			good(o.SetIntraOpNumThreads(2))
			good(o.SetInterOpNumThreads(1))
			good(o.SetCpuMemArena(false))
			good(o.SetMemPattern(false))
			good(o.SetLogSeverityLevel(ort.LoggingLevelFatal))
			good(o.AddSessionConfigEntry("session.disable_prepacking", "1"))
			same(true, must(o.HasSessionConfigEntry("session.disable_prepacking")))
			same(false, must(o.HasSessionConfigEntry("session.none")))
			same("1", must(o.GetSessionConfigEntry("session.disable_prepacking")))
			s := must(ort.NewDynamicAdvancedSession(model("scale"), []string{"x"}, []string{"y"}, o))
			defer s.Destroy()
			same([]float32{2, 4, 6}, run(s, 1, tensor([]float32{1, 2, 3}, 1, 3))[0].(*ort.Tensor[float32]).GetData())
		})
	}
	test("providers", func() {
		o := must(ort.NewSessionOptions())
		defer o.Destroy()
		refused(o.AppendExecutionProvider("NoSuch", nil), "NoSuch")
		good(o.AppendExecutionProvider("CPU", nil))
	})
	test("an arena", func() { // the client has no way to make a second environment, so it is made and released
		a := must(ort.NewArenaCfg(0, -1, -1, -1))
		a.Destroy()
		a = must(ort.NewArenaCfgV2(map[string]int{"max_mem": 1 << 20, "arena_extend_strategy": 1}))
		a.Destroy()
	})
	test("stopping a run", func() {
		s := session("slow", []string{"trips", "begin"}, []string{"end"})
		defer s.Destroy()
		o := must(ort.NewRunOptions())
		defer o.Destroy()
		go func() {
			time.Sleep(200 * time.Millisecond)
			o.Terminate()
		}()
		inputs := []ort.Value{must(ort.NewScalar(int64(1 << 62))), tensor(make([]float32, 4096), 64, 64)}
		refused(s.RunWithOptions(inputs, make([]ort.Value, 1), o), "terminate flag")
		good(o.UnsetTerminate())
		inputs[0] = must(ort.NewScalar(int64(2)))
		good(s.RunWithOptions(inputs, make([]ort.Value, 1), o))
	})
}

func runs() {
	s := session("scale", []string{"x"}, []string{"y", "total"})
	defer s.Destroy()
	x := tensor([]float32{1, 2, 3}, 1, 3)
	test("outputs of the library", func() {
		results := []ort.Value{nil, must(ort.NewEmptyScalar[float32]())} // it cannot take a scalar from the library
		good(s.Run([]ort.Value{x}, results))
		same([]float32{2, 4, 6}, results[0].(*ort.Tensor[float32]).GetData())
		same(ort.NewShape(1, 3), results[0].GetShape())
		same(float32(12), results[1].(*ort.Scalar[float32]).GetData())
		good(results[0].Destroy())
	})
	test("outputs of the program", func() {
		y, total := must(ort.NewEmptyTensor[float32](ort.NewShape(1, 3))), must(ort.NewEmptyScalar[float32]())
		good(s.Run([]ort.Value{x}, []ort.Value{y, total}))
		same([]float32{2, 4, 6}, y.GetData())
		same(float32(12), total.GetData())
	})
	test("an input with a default", func() {
		s := session("scale", []string{"x", "factor"}, []string{"y"})
		defer s.Destroy()
		same([]float32{5, 10, 15}, run(s, 1, x, tensor([]float32{5}, 1))[0].(*ort.Tensor[float32]).GetData())
	})
	test("a wrong input name", func() {
		s := session("scale", []string{"z"}, []string{"y"})
		defer s.Destroy()
		refused(s.Run([]ort.Value{x}, make([]ort.Value, 1)), "Invalid input name: z")
	})
	test("a wrong output name", func() {
		s := session("scale", []string{"x"}, []string{"w"})
		defer s.Destroy()
		refused(s.Run([]ort.Value{x}, make([]ort.Value, 1)), "Invalid output name: w")
	})
	test("a missing input", func() {
		s := session("text", []string{"a"}, []string{"joined"})
		defer s.Destroy()
		refused(s.Run([]ort.Value{must(ort.NewStringTensor(ort.NewShape(1)))}, make([]ort.Value, 1)), "Missing Input: b")
	})
	test("a wrong element type", func() {
		refused(s.Run([]ort.Value{tensor([]int64{1, 2, 3}, 1, 3)}, make([]ort.Value, 2)),
			"Actual: (tensor(int64)) , expected: (tensor(float))")
	})
	test("a wrong rank", func() {
		refused(s.Run([]ort.Value{tensor([]float32{1, 2, 3}, 3)}, make([]ort.Value, 2)), "Invalid rank for input: x Got: 1 Expected: 2")
	})
	test("a wrong size", func() {
		refused(s.Run([]ort.Value{tensor([]float32{1, 2}, 1, 2)}, make([]ort.Value, 2)), "Got: 2 Expected: 3")
	})
	test("a wrong given output", func() {
		y := must(ort.NewEmptyTensor[float32](ort.NewShape(1, 4)))
		refused(s.Run([]ort.Value{x}, []ort.Value{y, nil}), "Got: 4 Expected: 3")
	})
	test("binding", func() {
		b := must(s.CreateIoBinding())
		defer b.Destroy()
		y, total := must(ort.NewEmptyTensor[float32](ort.NewShape(1, 3))), must(ort.NewEmptyScalar[float32]())
		good(b.BindInput("x", x))
		good(b.BindOutput("y", y))
		good(b.BindOutput("total", total))
		good(s.RunWithBinding(b))
		same([]float32{2, 4, 6}, y.GetData())
		same(float32(12), total.GetData())
		names := must(b.GetBoundOutputNames())
		same(2, len(names))
		same("y", names[0]) // the client cuts the later ones short
		b.ClearBoundOutputs()
		same(0, len(must(b.GetBoundOutputNames())))
		good(b.BindOutput("y", y)) // it cannot take a bound scalar back
		values := must(b.GetBoundOutputValues())
		same(1, len(values))
		same([]float32{2, 4, 6}, values[0].(*ort.Tensor[float32]).GetData())
		b.ClearBoundInputs()
	})
}

func identity[T ort.TensorData](name string, data ...T) {
	test("type "+name, func() {
		s := session("type_"+name, []string{name + "_in"}, []string{name + "_out"})
		defer s.Destroy()
		result := run(s, 1, tensor(data, int64(len(data))))[0].(*ort.Tensor[T])
		same(data, result.GetData())
		copied := must(result.Clone())
		same(data, copied.GetData())
		result.ZeroContents()
		same(data, copied.GetData())
		same(make([]T, len(data)), result.GetData())
	})
}

func rawIdentity(name string, code ort.TensorElementDataType, bytes []byte) {
	test("type "+name, func() {
		s := session("type_"+name, []string{name + "_in"}, []string{name + "_out"})
		defer s.Destroy()
		in := must(ort.NewCustomDataTensor(ort.NewShape(2), bytes, code))
		out := must(ort.NewCustomDataTensor(ort.NewShape(2), make([]byte, len(bytes)), code))
		good(s.Run([]ort.Value{in}, []ort.Value{out}))
		same(bytes, out.GetData())
	})
}

func types() {
	identity("float", float32(-1.5), 0, 3e38)
	identity("double", 1.0/3, -1e300, 5e-324)
	identity("int8", int8(-128), 0, 127)
	identity("int16", int16(-32768), 0, 32767)
	identity("int32", int32(-2147483648), 0, 2147483647)
	identity("int64", int64(-9223372036854775808), 0, 9223372036854775807)
	identity("uint8", uint8(0), 128, 255)
	identity("uint16", uint16(0), 32768, 65535)
	identity("uint32", uint32(0), 2147483648, 4294967295)
	identity("uint64", uint64(0), 9223372036854775808, 18446744073709551615)
	identity("bool", true, false, true)
	rawIdentity("float16", ort.TensorElementDataTypeFloat16, []byte{0, 0x3c, 0xff, 0x7b})
	rawIdentity("bfloat16", ort.TensorElementDataTypeBFloat16, []byte{0x80, 0x3f, 0x49, 0x40})
}

func texts() {
	test("strings", func() {
		s := session("text", []string{"a", "b"}, []string{"joined", "same"})
		defer s.Destroy()
		first, second := []string{"", "grün", strings.Repeat("x", 100000)}, []string{"a", "\U0001f600", "y"}
		a, b := must(ort.NewStringTensor(ort.NewShape(3))), must(ort.NewStringTensor(ort.NewShape(3)))
		good(a.SetContents(first))
		for i, text := range second {
			good(b.SetElement(int64(i), text))
		}
		results := run(s, 2, a, b)
		joined := results[0].(*ort.StringTensor)
		for i := range first {
			same(first[i]+second[i], must(joined.GetElement(int64(i))))
		}
		same(first, must(results[1].(*ort.StringTensor).GetContents()))
		_, err := joined.GetElement(3)
		if err == nil {
			fail("no error for element 3 of 3")
		}
	})
}

func containers() {
	test("sequences of maps", func() {
		s := session("zipmap", []string{"p"}, []string{"by_number", "by_name"})
		defer s.Destroy()
		results := run(s, 2, tensor([]float32{1, 2, 3, 4, 5, 6}, 2, 3))
		rows := must(results[0].(*ort.Sequence).GetValues())
		same(2, len(rows))
		keys, values, err := rows[1].(*ort.Map).GetKeysAndValues()
		good(err)
		same([]int64{10, 20, 30}, keys.(*ort.Tensor[int64]).GetData())
		same([]float32{4, 5, 6}, values.(*ort.Tensor[float32]).GetData())
		named := must(results[1].(*ort.Sequence).GetValues())
		keys, _, err = named[0].(*ort.Map).GetKeysAndValues()
		good(err)
		same([]string{"ant", "bee", "cat"}, must(keys.(*ort.StringTensor).GetContents()))
	})
	test("a sequence in and out", func() {
		s := session("sequence", []string{"parts", "last"}, []string{"whole", "longer"})
		defer s.Destroy()
		parts := must(ort.NewSequence([]ort.Value{tensor([]float32{1, 2}, 2), tensor([]float32{3}, 1)}))
		results := run(s, 2, parts, tensor([]float32{4, 5}, 2))
		same([]float32{1, 2, 3}, results[0].(*ort.Tensor[float32]).GetData())
		longer := must(results[1].(*ort.Sequence).GetValues())
		same(3, len(longer))
		same([]float32{4, 5}, longer[2].(*ort.Tensor[float32]).GetData())
	})
	test("a map of numbers", func() {
		m := must(ort.NewMapFromGoMap(map[int64]float32{7: 0.5, 3: 1.5}))
		keys, values, err := m.GetKeysAndValues()
		good(err)
		same([]int64{3, 7}, keys.(*ort.Tensor[int64]).GetData())
		same([]float32{1.5, 0.5}, values.(*ort.Tensor[float32]).GetData())
	})
	test("a map of texts", func() {
		names := must(ort.NewStringTensor(ort.NewShape(2)))
		good(names.SetContents([]string{"bee", "ant"}))
		m := must(ort.NewMap(names, tensor([]float32{2, 1}, 2)))
		s := session("map", []string{"m"}, []string{"v"})
		defer s.Destroy()
		same([]float32{0, 1, 2}, run(s, 1, m)[0].(*ort.Tensor[float32]).GetData())
	})
}

func argMax(row []float32) int {
	best := 0
	for i := range row {
		if row[i] > row[best] {
			best = i
		}
	}
	return best
}

func digits() {
	s := session("digits", []string{"input"}, []string{"probability"})
	defer s.Destroy()
	pixels := floats(must(os.ReadFile(filepath.Join(folder, "digits.f32"))))
	read := func(i int) int {
		result := run(s, 1, tensor(pixels[i*64:i*64+64], 1, 1, 8, 8))[0].(*ort.Tensor[float32])
		defer result.Destroy()
		return argMax(result.GetData())
	}
	test("digits, one by one", func() {
		for i := 0; i < 10; i++ {
			same(i, read(i))
		}
	})
	test("digits from eight threads", func() {
		var all sync.WaitGroup
		wrong := make(chan string, 8)
		for t := 0; t < 8; t++ {
			all.Add(1)
			go func() {
				defer all.Done()
				defer func() {
					if e := recover(); e != nil {
						wrong <- fmt.Sprint(e)
					}
				}()
				for i := 0; i < 40; i++ {
					same(i%10, read(i%10))
				}
			}()
		}
		all.Wait()
		select {
		case text := <-wrong:
			fail("%s", text)
		default:
		}
	})
}

func main() {
	folder = os.Args[1]
	ort.SetSharedLibraryPath(os.Args[2])
	if err := ort.InitializeEnvironment(ort.WithLogLevelError()); err != nil {
		fmt.Println("FAIL environment:", err)
		fmt.Println("0 passed, 1 failed")
		return
	}
	loading()
	options()
	runs()
	types()
	texts()
	containers()
	digits()
	trained()
	test("the end", func() { good(ort.DestroyEnvironment()) })
	fmt.Printf("%d passed, %d failed\n", passed, failed)
}
