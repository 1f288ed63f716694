module client

go 1.21

require github.com/yalue/onnxruntime_go v1.27.0
